// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowFileReader;
import org.apache.avro.generic.GenericRecord;
import org.apache.parquet.avro.AvroParquetReader;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.hadoop.ParquetReader;
import org.apache.parquet.io.LocalInputFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Falcon's files in the readers of others, and files of others in Falcon's reader. */
class TableInteropTest {
  private static final Path DATA = Path.of(System.getProperty("falcon.testdata", "absent"));
  private static final TableSchema SCHEMA =
      TableSchema.of(
          TableSchema.required("index", ColumnType.INT64),
          TableSchema.nullable("score", ColumnType.FLOAT32),
          TableSchema.nullable("key", ColumnType.UTF8),
          TableSchema.nullable("captions", ColumnType.UTF8_LIST));

  @TempDir private Path folder;

  @Test
  void parquetIsReadByTheAvroReader() throws IOException {
    Path file = write(TableFormat.PARQUET);

    try (ParquetReader<GenericRecord> reader =
        AvroParquetReader.<GenericRecord>builder(
                new LocalInputFile(file), new PlainParquetConfiguration())
            .build()) {
      assertThat(reader.read())
          .hasToString(
              "{\"index\": 0, \"score\": 0.5, \"key\": \"a,b\", \"captions\": [\"x\", \"y\"]}");
      assertThat(reader.read())
          .hasToString("{\"index\": 1, \"score\": null, \"key\": null, \"captions\": null}");
      assertThat(reader.read()).isNull();
    }
  }

  @Test
  void arrowIsReadByArrowsReader() throws IOException {
    Path file = write(TableFormat.ARROW);

    try (BufferAllocator allocator = new RootAllocator();
        ArrowFileReader reader = new ArrowFileReader(FileChannel.open(file), allocator)) {
      VectorSchemaRoot batch = reader.getVectorSchemaRoot();
      assertThat(reader.loadNextBatch()).isTrue();
      assertThat(batch.contentToTSVString())
          .isEqualTo(
              """
              index\tscore\tkey\tcaptions
              0\t0.5\ta,b\t["x","y"]
              1\tnull\tnull\tnull
              """);
      assertThat(batch.getSchema().getCustomMetadata()).isEqualTo(Map.of("seed", "1"));
    }
  }

  @Test
  void csvAndJsonLinesAreTheTextThatTheirStandardsDescribe() throws IOException {
    assertThat(Files.readString(write(TableFormat.CSV)))
        .isEqualTo(
            "index,score,key,captions\r\n0,0.5,\"a,b\",\"[\"\"x\"\",\"\"y\"\"]\"\r\n1,,,\r\n");
    assertThat(Files.readString(write(TableFormat.JSONL)))
        .isEqualTo(
            """
            {"index":0,"score":0.5,"key":"a,b","captions":["x","y"]}
            {"index":1,"score":null,"key":null,"captions":null}
            """);
  }

  @Test
  void parquetOfOtherWritersIsRead() {
    assumeTrue(Files.isDirectory(DATA), "no test data at " + DATA);

    Path img2dataset = DATA.resolve("interop/img2dataset-test_1000.parquet");
    try (TableReader table = TableReader.open(img2dataset)) {
      int url = table.column(ColumnType.UTF8, "url", "URL");
      int rows = 0;
      while (table.next()) {
        assertThat(table.getString(url)).startsWith("http");
        rows++;
      }
      assertThat(rows).isEqualTo((int) table.rows()).isPositive();
    }
    try (TableReader table =
        TableReader.open(DATA.resolve("emoji-embeddings/metadata/metadata_0.parquet"))) {
      int caption = table.column(ColumnType.UTF8, "caption");
      int rows = 0;
      while (table.next()) {
        assertThat(table.getString(caption)).isNotBlank();
        rows++;
      }
      assertThat(rows).isEqualTo(800);
    }
  }

  private Path write(TableFormat format) {
    Path file = folder.resolve("t." + format.label());
    try (TableWriter table = TableWriter.create(file, format, SCHEMA, Map.of("seed", "1"))) {
      table
          .setLong(0, 0)
          .setFloat(1, 0.5f)
          .setString(2, "a,b")
          .setStrings(3, List.of("x", "y"))
          .endRow();
      table.setLong(0, 1).endRow();
      table.commit();
    }
    return file;
  }
}
