// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.internal.rows;

import static org.assertj.core.api.Assertions.assertThat;

import dev.falcon.data.Rows;
import dev.falcon.data.internal.source.ParquetSampleWriter;
import dev.falcon.data.table.ColumnType;
import dev.falcon.data.table.TableFormat;
import dev.falcon.data.table.TableSchema;
import dev.falcon.data.table.TableWriter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.avro.Schema;
import org.apache.avro.SchemaBuilder;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecord;
import org.apache.parquet.avro.AvroParquetWriter;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.io.LocalOutputFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Rows of Parquet files whose image or metadata are none: each is rejected, and says why. */
class RefusedImagesTest {
  @TempDir private Path folder;

  @Test
  void anImageHasBytes() {
    assertThat(reasons(table(ColumnType.BINARY, "image", Map.of())))
        .containsExactly("the image in column 'image' has no bytes");
  }

  @Test
  void metadataOfFalconsOwnFilesAreJson() {
    Map<String, String> own = Map.of(ParquetSampleWriter.VERSION_KEY, "1");
    assertThat(reasons(table(ColumnType.UTF8, ParquetSampleWriter.METADATA_COLUMN, own)))
        .singleElement()
        .asString()
        .startsWith("the metadata cannot be parsed: Unexpected close marker '}'");
  }

  @Test
  void aStructHoldsBytesOrAPath() throws IOException {
    assertThat(reasons(struct("bytes"))).containsExactly("the image has neither bytes nor a path");
    assertThat(reasons(struct("data")))
        .containsExactly("column 'image' holds records without a field 'bytes'");
  }

  private static List<String> reasons(Path file) {
    Rows rows = Rows.of(file.toString());
    assertThat(rows.samples()).isEmpty();
    return rows.reasons();
  }

  /** One row of one column; an image without bytes, or a text that is no JSON. */
  private Path table(ColumnType type, String column, Map<String, String> metadata) {
    Path file = folder.resolve("a.parquet");
    TableSchema schema = TableSchema.of(TableSchema.required(column, type));
    try (TableWriter table = TableWriter.create(file, TableFormat.PARQUET, schema, metadata)) {
      if (type == ColumnType.BINARY) {
        table.setBytes(0, new byte[0]);
      } else {
        table.setString(0, "}");
      }
      table.endRow();
      table.commit();
    }
    return file;
  }

  /** One row, whose image is a struct of one field without a value. */
  private Path struct(String field) throws IOException {
    Path file = folder.resolve(field + ".parquet");
    Schema image = SchemaBuilder.record("struct").fields().optionalBytes(field).endRecord();
    Schema schema =
        SchemaBuilder.record("row").fields().name("image").type(image).noDefault().endRecord();
    GenericRecord row = new GenericData.Record(schema);
    row.put("image", new GenericData.Record(image));
    try (ParquetWriter<GenericRecord> writer =
        AvroParquetWriter.<GenericRecord>builder(new LocalOutputFile(file))
            .withSchema(schema)
            .withDataModel(GenericData.get())
            .withConf(new PlainParquetConfiguration())
            .build()) {
      writer.write(row);
    }
    return file;
  }
}
