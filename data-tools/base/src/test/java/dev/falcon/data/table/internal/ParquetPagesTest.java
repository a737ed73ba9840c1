// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.table.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.falcon.data.FalconException;
import dev.falcon.data.table.ColumnType;
import dev.falcon.data.table.TableFormat;
import dev.falcon.data.table.TableReader;
import dev.falcon.data.table.TableSchema;
import dev.falcon.data.table.TableWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A page is refused where its head says what it cannot be, before room is made for it. */
class ParquetPagesTest {
  /** Where the first page begins, behind the file's mark. */
  private static final int HEAD = 4;

  /** In Thrift's compact form: the field behind the one before it, a whole number. */
  private static final byte NEXT_NUMBER = 0x15;

  @TempDir private Path folder;

  @Test
  void aPageDoesNotUnpackToLessThanNothing() throws IOException {
    Path file = folder.resolve("a.parquet");
    TableSchema schema = TableSchema.of(TableSchema.required("a", ColumnType.INT64));
    try (TableWriter table = TableWriter.create(file, TableFormat.PARQUET, schema, Map.of())) {
      table.setLong(0, 1).endRow();
      table.commit();
    }
    byte[] bytes = Files.readAllBytes(file);
    assertThat(bytes[HEAD]).as("the kind of page").isEqualTo(NEXT_NUMBER);
    assertThat(bytes[HEAD + 2]).as("its length when it is unpacked").isEqualTo(NEXT_NUMBER);
    bytes[HEAD + 3] ^= 1; // A number's sign is its lowest bit.
    Files.write(file, bytes);

    try (TableReader table = TableReader.open(file)) {
      table.column(ColumnType.INT64, "a");
      assertThatThrownBy(table::next)
          .isInstanceOf(FalconException.class)
          .hasMessageStartingWith(file + ": truncated or damaged Parquet file: column 'a': ")
          .hasMessageMatching(".*a page of it of [0-9]+ bytes claims to unpack to -[0-9]+");
    }
  }
}
