// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.falcon.data.FalconException;
import dev.falcon.data.Progress;
import dev.falcon.data.table.ColumnType;
import dev.falcon.data.table.TableFormat;
import dev.falcon.data.table.TableSchema;
import dev.falcon.data.table.TableWriter;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.avro.Schema;
import org.apache.avro.SchemaBuilder;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecord;
import org.apache.parquet.avro.AvroParquetWriter;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.io.LocalOutputFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Parquet files with columns of vectors, beside the same rows in Falcon's own layout. */
class ParquetStoreTest {
  private static final int ROWS = 57;
  private static final int DIMENSION = 13;
  private static final StoreFixture DATA = StoreFixture.random(ROWS, DIMENSION);

  @TempDir private Path folder;

  private Path file(String name, int from, int to) {
    return file(name, from, to, DIMENSION);
  }

  private Path file(String name, int from, int to, int lastLength) {
    Path file = folder.resolve(name);
    TableSchema schema =
        new TableSchema(
            List.of(
                new TableSchema.Column("key", ColumnType.UTF8, false),
                new TableSchema.Column("caption", ColumnType.UTF8, true),
                new TableSchema.Column("image_id", ColumnType.UTF8, true),
                new TableSchema.Column("image_embedding", ColumnType.FLOAT32_LIST, true),
                new TableSchema.Column("text_embedding", ColumnType.FLOAT32_LIST, true)));
    try (TableWriter table = TableWriter.create(file, TableFormat.PARQUET, schema, Map.of())) {
      for (int row = from; row < to; row++) {
        table.setString(0, DATA.key(row));
        if (DATA.caption(row).isPresent()) {
          table.setString(1, DATA.caption(row).get());
        }
        if (DATA.imageId(row).isPresent()) {
          table.setString(2, DATA.imageId(row).get());
        } else if (row % 2 == 0) {
          table.setString(2, ""); // as pandas fills in what is missing
        }
        table.setFloats(3, vector(DATA.image(), row, DIMENSION));
        int length = row == to - 1 ? lastLength : DIMENSION;
        if (length >= 0) {
          table.setFloats(4, vector(DATA.text(), row, length));
        }
        table.endRow();
      }
      table.commit();
    }
    return file;
  }

  private static List<Float> vector(float[] values, int row, int length) {
    return IntStream.range(0, length).mapToObj(i -> values[row * DIMENSION + i]).toList();
  }

  /** As other tools write vectors of a fixed size: components one after another. */
  private Path binary(String name, int bytes) throws IOException {
    Schema vector = Schema.createFixed("vector", null, null, bytes);
    Schema schema =
        SchemaBuilder.record("row")
            .fields()
            .name("key")
            .type(Schema.create(Schema.Type.STRING))
            .noDefault()
            .name("image_embedding")
            .type(vector)
            .noDefault()
            .name("text_embedding")
            .type(vector)
            .noDefault()
            .endRecord();
    Path file = folder.resolve(name);
    try (ParquetWriter<GenericRecord> out =
        AvroParquetWriter.<GenericRecord>builder(new LocalOutputFile(file))
            .withSchema(schema)
            .build()) {
      for (int row = 0; row < ROWS; row++) {
        GenericRecord record = new GenericData.Record(schema);
        record.put("key", DATA.key(row));
        record.put("image_embedding", fixed(vector, DATA.image(), row));
        record.put("text_embedding", fixed(vector, DATA.text(), row));
        out.write(record);
      }
    }
    return file;
  }

  private static GenericData.Fixed fixed(Schema type, float[] values, int row) {
    ByteBuffer bytes = ByteBuffer.allocate(DIMENSION * Float.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    bytes.asFloatBuffer().put(values, row * DIMENSION, DIMENSION);
    return new GenericData.Fixed(type, Arrays.copyOf(bytes.array(), type.getFixedSize()));
  }

  private EmbeddingStore own() {
    return EmbeddingStore.open(
        DATA.write(
            folder.resolve("own"),
            StoreFixture.options(StoreLayout.ARROW, VectorType.FLOAT32, DIMENSION, 20)));
  }

  private static void requireSame(EmbeddingStore store, EmbeddingStore own, boolean texts) {
    assertThat(store.layout()).isEqualTo(StoreLayout.PARQUET);
    assertThat(store.rows()).isEqualTo(ROWS);
    assertThat(store.dimension()).isEqualTo(DIMENSION);
    float[] image = new float[ROWS * DIMENSION];
    float[] text = new float[ROWS * DIMENSION];
    float[] ownImage = image.clone();
    float[] ownText = image.clone();
    store.readRange(0, ROWS, image, text);
    own.readRange(0, ROWS, ownImage, ownText);
    for (int i = 0; i < image.length; i++) { // the writer has normalised its own
      assertThat(image[i]).isCloseTo(ownImage[i], within(1e-6f));
      assertThat(text[i]).isCloseTo(ownText[i], within(1e-6f));
    }
    int[] rows = IntStream.range(0, ROWS).map(row -> ROWS - 1 - row).toArray();
    float[] gathered = new float[ROWS * DIMENSION];
    store.readRows(rows, 0, ROWS, gathered, new float[ROWS * DIMENSION]);
    for (int row = 0; row < ROWS; row++) {
      assertThat(store.key(row)).isEqualTo(DATA.key(row));
      if (texts) {
        assertThat(store.caption(row)).isEqualTo(DATA.caption(row));
        assertThat(store.imageId(row)).isEqualTo(DATA.imageId(row));
      }
      for (int i = 0; i < DIMENSION; i++) {
        assertThat(gathered[(ROWS - 1 - row) * DIMENSION + i])
            .isEqualTo(image[row * DIMENSION + i]);
      }
    }
    assertThat(StoreCheck.run(store, Progress.NONE).rejects()).isEmpty();
  }

  @Test
  void aFileAndAFolderOfFilesHaveTheRowsOfAStore() throws IOException {
    EmbeddingStore own = own();
    requireSame(EmbeddingStore.open(file("one.parquet", 0, ROWS)), own, true);
    Path parts = Files.createDirectory(folder.resolve("parts"));
    file("parts/part-00001-a.snappy.parquet", 30, ROWS);
    file("parts/part-00000-a.snappy.parquet", 0, 30);
    file("parts/part-00002-a.snappy.parquet", 0, 0); // as Spark writes a part without rows
    Files.writeString(parts.resolve("_SUCCESS"), "");
    EmbeddingStore store = EmbeddingStore.open(parts);
    requireSame(store, own, true);
    assertThat(store.inputs())
        .extracting(input -> input.name())
        .containsExactly("part-00000-a.snappy.parquet", "part-00001-a.snappy.parquet");
    assertThat(EmbeddingStore.open(folder.resolve("one.parquet")).inputs())
        .extracting(input -> input.name())
        .containsExactly("one.parquet");
  }

  @Test
  void valuesOfAFixedLengthAreComponents() throws IOException {
    requireSame(EmbeddingStore.open(binary("fixed.parquet", DIMENSION * 4)), own(), false);
    Path odd = binary("odd.parquet", 50);
    assertThatThrownBy(() -> EmbeddingStore.open(odd))
        .isInstanceOf(FalconException.class)
        .hasMessage(
            odd
                + ": column 'image_embedding' has values of 50 bytes; vectors as bytes must be float32,"
                + " of four bytes per component");
  }

  @Test
  void refusesAColumnThatHoldsNoVectorsInOneLine() throws IOException {
    List<Path> wrong = new ArrayList<>();
    Path text = folder.resolve("text.parquet");
    TableSchema schema =
        new TableSchema(
            List.of(
                new TableSchema.Column("image_embedding", ColumnType.UTF8, false),
                new TableSchema.Column("text_embedding", ColumnType.UTF8, false)));
    try (TableWriter table = TableWriter.create(text, TableFormat.PARQUET, schema, Map.of())) {
      table.setString(0, "0.1").setString(1, "0.2").endRow();
      table.commit();
    }
    wrong.add(text);
    assertThatThrownBy(() -> EmbeddingStore.open(text))
        .hasMessageStartingWith(
            text + ": column 'image_embedding' holds texts; it must hold vectors");
    Path keys = folder.resolve("keys.parquet");
    TableSchema other =
        new TableSchema(List.of(new TableSchema.Column("key", ColumnType.UTF8, false)));
    try (TableWriter table = TableWriter.create(keys, TableFormat.PARQUET, other, Map.of())) {
      table.setString(0, "a").endRow();
      table.commit();
    }
    wrong.add(keys);
    assertThatThrownBy(() -> EmbeddingStore.open(keys))
        .hasMessage(
            keys
                + ": has no column 'image_embedding', so it is no file of an embedding store; its"
                + " columns are key");
    Path damaged = folder.resolve("damaged.parquet");
    Files.write(damaged, "PAR1 no Parquet PAR1".getBytes(StandardCharsets.UTF_8));
    wrong.add(damaged);
    wrong.add(file("empty.parquet", 0, 0));
    for (Path each : wrong) {
      assertThatThrownBy(() -> EmbeddingStore.open(each))
          .isInstanceOf(FalconException.class)
          .hasMessageStartingWith(each + ": ");
    }
  }

  @Test
  void aRowWithoutAVectorOrWithAShorterOneIsNamed() {
    float[] image = new float[9 * DIMENSION];
    float[] text = new float[9 * DIMENSION];
    EmbeddingStore shorter = EmbeddingStore.open(file("short.parquet", 0, 9, DIMENSION - 1));
    assertThatThrownBy(() -> shorter.readRange(0, 9, image, text))
        .isInstanceOf(FalconException.class)
        .hasMessage(
            folder.resolve("short.parquet")
                + ": row 8 of column 'text_embedding' has 12 components; all vectors of the store"
                + " must have 13");
    EmbeddingStore none = EmbeddingStore.open(file("null.parquet", 0, 9, -1));
    assertThatThrownBy(() -> none.readRange(0, 9, image, text))
        .hasMessage(
            folder.resolve("null.parquet")
                + ": row 8 of column 'text_embedding' is null; every row must have a vector");
  }
}
