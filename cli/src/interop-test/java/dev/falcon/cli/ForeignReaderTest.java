// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.falcon.data.Provenance;
import dev.falcon.data.file.Json;
import dev.falcon.data.store.StoreLayout;
import dev.falcon.data.store.StoreOptions;
import dev.falcon.data.store.StoreWriter;
import dev.falcon.data.store.VectorType;
import dev.falcon.data.table.ColumnType;
import dev.falcon.data.table.TableFormat;
import dev.falcon.data.table.TableSchema;
import dev.falcon.data.table.TableWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Falcon's Parquet and Arrow files, read back by Arrow C++. */
class ForeignReaderTest {
  private static final int ROWS = 61;

  @TempDir private Path folder;

  @ParameterizedTest
  @EnumSource(names = {"PARQUET", "ARROW"})
  void aBatchPlanHoldsWhatItsJsonLinesSay(TableFormat format) throws IOException {
    Path store = writeStore(StoreLayout.ARROW, VectorType.FLOAT32);
    Path plan = mine(store, format);
    Path lines = mine(store, TableFormat.JSONL);

    ForeignTable table = ForeignTable.read(plan);

    assertThat(table.types())
        .containsExactly(
            Map.entry("epoch", "Int(32, true) not null"),
            Map.entry("search_space", "Int(32, true) not null"),
            Map.entry("batch", "Int(32, true) not null"),
            Map.entry("position", "Int(32, true) not null"),
            Map.entry("index", "Int(64, true) not null"),
            Map.entry("key", "Utf8 not null"),
            Map.entry("anchor_index", "Int(64, true)"),
            Map.entry("quantile", "FloatingPoint(SINGLE)"),
            Map.entry("rank", "Int(32, true)"),
            Map.entry("candidates", "Int(32, true)"),
            Map.entry("similarity", "FloatingPoint(SINGLE)"));
    assertThat(table.rows()).hasSize(2 * 60).isEqualTo(parsed(lines));
    assertThat(table.column("anchor_index")).contains((Object) null);
  }

  private Path mine(Path store, TableFormat format) {
    Path plan = folder.resolve("plan." + format.label());
    Cli.Result result =
        Cli.launch(
            "mine",
            "--quiet",
            "--quantiles=0.8",
            "--embeddings=" + store,
            "--epochs=2",
            "--search-space=30",
            "--batch-size=6",
            "--output-format=" + format.label(),
            "--out=" + plan);
    assertThat(result.exitCode()).as(result.errors()).isZero();
    return plan;
  }

  /** The rows of a plan as JSON, with Java's types. */
  private static List<Map<String, Object>> parsed(Path lines) throws IOException {
    List<Map<String, Object>> rows = new ArrayList<>();
    for (String line : Files.readAllLines(lines)) {
      Map<String, Object> row = new LinkedHashMap<>();
      for (Map.Entry<String, JsonNode> field : Json.mapper().readTree(line).properties()) {
        row.put(field.getKey(), value(field.getKey(), field.getValue()));
      }
      rows.add(row);
    }
    return rows;
  }

  private static Object value(String column, JsonNode node) {
    if (node.isNull()) {
      return null;
    }
    return switch (column) {
      case "index", "anchor_index" -> node.longValue();
      case "quantile", "similarity" -> node.floatValue();
      case "key" -> node.textValue();
      default -> node.intValue();
    };
  }

  @Test
  void aStoreOfFloatsHoldsWhatWasAppended() {
    Path store = writeStore(StoreLayout.ARROW, VectorType.FLOAT32);

    ForeignTable first = ForeignTable.read(store.resolve("part-00000.arrow"));
    ForeignTable second = ForeignTable.read(store.resolve("part-00001.arrow"));

    assertThat(first.types())
        .containsEntry("key", "Utf8 not null")
        .containsEntry("image_id", "Utf8")
        .containsEntry("caption", "Utf8")
        .containsEntry(
            "image_embedding", "FixedSizeList(5)<item: FloatingPoint(SINGLE) not null> not null");
    assertThat(first.rows()).hasSize(40);
    assertThat(second.rows()).hasSize(ROWS - 40);
    for (int row = 0; row < ROWS; row++) {
      Map<String, Object> read = row < 40 ? first.rows().get(row) : second.rows().get(row - 40);
      assertThat(read.get("key")).isEqualTo("k" + row);
      assertThat(read.get("image_id")).isEqualTo(imageId(row));
      assertThat(read.get("caption")).isEqualTo(caption(row));
      assertThat(read.get("image_embedding")).isEqualTo(boxed(vector(row)));
      assertThat(read.get("text_embedding")).isEqualTo(boxed(vector(row + 1)));
    }
  }

  @Test
  void aStoreOfHalfFloatsHoldsThemRounded() {
    Path store = writeStore(StoreLayout.ARROW, VectorType.FLOAT16);

    ForeignTable shard = ForeignTable.read(store.resolve("part-00000.arrow"));

    // 0.6 and 0.8 in half precision, by IEEE 754.
    short six = 0x38CD;
    short eight = 0x3A66;
    short minusSix = (short) 0xB8CD;
    short zero = 0;
    assertThat(shard.rows().get(0).get("image_embedding"))
        .isEqualTo(List.of(six, eight, zero, zero, zero));
    assertThat(shard.rows().get(1).get("image_embedding"))
        .isEqualTo(List.of(zero, minusSix, eight, zero, zero));
  }

  @Test
  void theMetadataOfTheOtherLayoutAreRead() throws IOException {
    Path store = writeStore(StoreLayout.CLIP_RETRIEVAL, VectorType.FLOAT32);

    Path first;
    try (Stream<Path> files = Files.list(store.resolve("metadata"))) {
      first = files.min(Comparator.naturalOrder()).orElseThrow();
    }
    ForeignTable metadata = ForeignTable.read(first);

    assertThat(metadata.rows()).hasSize(40);
    assertThat(metadata.column("key")).startsWith("k0", "k1").endsWith("k39");
    assertThat(metadata.column("caption")).startsWith(caption(0), caption(1), caption(2));
  }

  private Path writeStore(StoreLayout layout, VectorType type) {
    Path store = folder.resolve("store-" + layout + type);
    StoreOptions options =
        new StoreOptions(
            layout, type, 5, 40, true, true, Provenance.of("test", 0, Map.of(), List.of()));
    try (StoreWriter writer = StoreWriter.open(store, options, false)) {
      for (int row = 0; row < ROWS; row++) {
        writer.append(
            "k" + row,
            Optional.ofNullable(imageId(row)),
            Optional.ofNullable(caption(row)),
            vector(row),
            0,
            vector(row + 1),
            0);
      }
      writer.finish();
    }
    return store;
  }

  private static String imageId(int row) {
    return row % 3 == 0 ? null : "i" + row / 2;
  }

  private static String caption(int row) {
    return row % 7 == 2 ? null : "Straße № " + row;
  }

  /** A vector of unit length to well within half precision: ±0.6 and 0.8 side by side. */
  private static float[] vector(int row) {
    float[] vector = new float[5];
    vector[row % 5] = row % 2 == 0 ? 0.6f : -0.6f;
    vector[(row + 1) % 5] = 0.8f;
    return vector;
  }

  private static List<Object> boxed(float[] vector) {
    List<Object> values = new ArrayList<>();
    for (float component : vector) {
      values.add(component);
    }
    return values;
  }

  @ParameterizedTest
  @EnumSource(names = {"PARQUET", "ARROW"})
  void everyTypeOfColumnIsRead(TableFormat format) {
    int rows = 66_000; // more than one record batch
    Path file = folder.resolve("table." + format.label());
    TableSchema schema =
        TableSchema.of(
            TableSchema.nullable("int", ColumnType.INT32),
            TableSchema.nullable("long", ColumnType.INT64),
            TableSchema.nullable("float", ColumnType.FLOAT32),
            TableSchema.nullable("double", ColumnType.FLOAT64),
            TableSchema.nullable("bool", ColumnType.BOOL),
            TableSchema.nullable("text", ColumnType.UTF8),
            TableSchema.nullable("bytes", ColumnType.BINARY),
            TableSchema.nullable("texts", ColumnType.UTF8_LIST));
    try (TableWriter table = TableWriter.create(file, format, schema, Map.of())) {
      for (int row = 0; row < rows; row++) {
        if (row % 2 == 0) {
          table
              .setInt(0, -row)
              .setLong(1, row * 1_000_000_000_000L)
              .setFloat(2, row / 3f)
              .setDouble(3, row / 3.0)
              .setBoolean(4, row % 4 == 0)
              .setString(5, "é" + row)
              .setBytes(6, Integer.toString(row).getBytes(StandardCharsets.UTF_8))
              .setStrings(7, List.of("a" + row, "b"));
        }
        table.endRow();
      }
      table.commit();
    }

    ForeignTable read = ForeignTable.read(file);

    assertThat(read.rows()).hasSize(rows);
    for (int row = 0; row < rows; row++) {
      List<Object> values = new ArrayList<>(read.rows().get(row).values());
      if (values.get(6) instanceof byte[] bytes) {
        values.set(6, new String(bytes, StandardCharsets.UTF_8));
      }
      Object[] expected = {
        -row,
        row * 1_000_000_000_000L,
        row / 3f,
        row / 3.0,
        row % 4 == 0,
        "é" + row,
        Integer.toString(row),
        List.of("a" + row, "b")
      };
      assertThat(values).isEqualTo(Arrays.asList(row % 2 == 0 ? expected : new Object[8]));
    }
  }
}
