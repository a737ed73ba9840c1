// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.falcon.data.file.Folders;
import dev.falcon.data.file.Json;
import dev.falcon.data.store.EmbeddingStore;
import dev.falcon.data.store.StoreLayout;
import dev.falcon.data.table.ColumnType;
import dev.falcon.data.table.TableFormat;
import dev.falcon.data.table.TableSchema;
import dev.falcon.data.table.TableWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What each command makes of a store in each layout, made again by its record. */
class StoresAgainTest {
  private static final String MODEL = Workbench.MODEL.toString();

  /** The commands that read a store, each with its output last. */
  private static final List<String> COMMANDS =
      List.of(
          "mine --embeddings :STORE --search-space 40 --batch-size 10 --out :plan.parquet",
          "mine --embeddings :STORE --search-space 40 --batch-size 10 --veto :veto.csv"
              + " --quantiles scheduler --model "
              + MODEL
              + " --out :scheduled.csv",
          "lists --embeddings :STORE --direction image-text"
              + " --num-negatives 2 --veto :veto.csv --positives :known.csv --out :lists.jsonl",
          "lists --embeddings :queries --corpus=:STORE --direction text-text"
              + " --num-negatives 2 --positives :answers.csv --out :two.parquet",
          "lists --embeddings :STORE --corpus=:queries --direction text-text"
              + " --num-negatives 2 --positives :asked.csv --out :reverse.parquet",
          "audit-fn --input-dataset :data --embeddings :STORE --quantiles 0.5 --search-space 40"
              + " --max-pairs 50 --truth :truth.csv --model "
              + MODEL
              + " --out :grid",
          "audit-fn --input-dataset :data --embeddings :STORE --plan :plan.parquet --max-pairs 50"
              + " --draw-only --out :planned");

  @TempDir private Path folder;

  private Workbench bench;

  @BeforeEach
  void makeData() throws IOException {
    bench = new Workbench(folder);
    bench.made("data generate scenes --count 80 --seed 3 --out :data");
    bench.made(
        "embed --input-dataset scenes:val,count=30 --batch-size 16 --out :queries --model "
            + MODEL);
    Files.writeString(
        folder.resolve("veto.csv"), "image_key,text_key,match\ntrain-0000000,train-0000003,true\n");
    Files.writeString(
        folder.resolve("known.csv"), "query_key,corpus_key\ntrain-0000000,train-0000004\n");
    Files.writeString(
        folder.resolve("answers.csv"), "query_key,corpus_key\nval-0000001,train-0000004\n");
    Files.writeString(
        folder.resolve("asked.csv"), "query_key,corpus_key\ntrain-0000004,val-0000001\n");
    Files.writeString(
        folder.resolve("truth.csv"),
        "image_key,text_key,match\ntrain-0000000,train-0000005,true\n");
  }

  static List<Arguments> layouts() {
    return Stream.of(StoreLayout.values())
        .flatMap(layout -> Stream.of(Arguments.of(layout, 1), Arguments.of(layout, 2)))
        .toList();
  }

  @ParameterizedTest(name = "{0} in {1} files")
  @MethodSource("layouts")
  void everyCommandsOutputIsMadeAgain(StoreLayout layout, int files) throws IOException {
    Path store = write(layout, files);
    assertThat(EmbeddingStore.open(store).layout()).isEqualTo(layout);
    for (String each : COMMANDS) {
      String command = each.replace("STORE", store.getFileName().toString());
      bench.made(command);
      String output = command.substring(command.lastIndexOf(':') + 1);
      Cli.Result again = bench.again(output);
      assertThat(again.exitCode()).as(command + ": " + again.output() + again.errors()).isZero();
      assertThat(again.output()).contains("made again");
    }
  }

  @Test
  void everyInputHasARole() {
    Path store = write(StoreLayout.ARROW, 1);
    for (String command : COMMANDS) {
      bench.made(command.replace("STORE", store.getFileName().toString()));
      Path output = folder.resolve(command.substring(command.lastIndexOf(':') + 1));
      Path record =
          Files.isDirectory(output)
              ? output.resolve("audit.json")
              : output.resolveSibling(output.getFileName() + ".json");
      assertThat(Json.readTree(record).at("/provenance/inputs"))
          .as(command)
          .isNotEmpty()
          .allSatisfy(input -> assertThat(input.path("role").asText()).isNotEmpty());
    }
  }

  /** Writes the store in a layout, its vectors in one file of a kind or in several. */
  private Path write(StoreLayout layout, int files) {
    String embed = "embed --input-dataset :data --batch-size 16 --model " + MODEL;
    String shards = files == 1 ? "" : " --samples-per-shard 48";
    if (layout == StoreLayout.PARQUET) {
      bench.made(embed + " --out :source");
      Path store = folder.resolve(files == 1 ? "store.parquet" : "store");
      parquet(EmbeddingStore.open(folder.resolve("source")), files, store);
      Folders.delete(folder.resolve("source"));
      return store;
    }
    bench.made(embed + shards + " --output-format " + layout.label() + " --out :store");
    return folder.resolve("store");
  }

  private static void parquet(EmbeddingStore source, int files, Path store) {
    if (files > 1) {
      Folders.make(store);
    }
    TableSchema schema =
        new TableSchema(
            List.of(
                new TableSchema.Column("key", ColumnType.UTF8, false),
                new TableSchema.Column("caption", ColumnType.UTF8, false),
                new TableSchema.Column("image_embedding", ColumnType.FLOAT32_LIST, false),
                new TableSchema.Column("text_embedding", ColumnType.FLOAT32_LIST, false)));
    int rows = (int) source.rows();
    for (int part = 0; part < files; part++) {
      Path file = files == 1 ? store : store.resolve("part-" + part + ".parquet");
      try (TableWriter table = TableWriter.create(file, TableFormat.PARQUET, schema, Map.of())) {
        for (int row = part * rows / files; row < (part + 1) * rows / files; row++) {
          float[] image = new float[source.dimension()];
          float[] text = new float[source.dimension()];
          source.readRange(row, row + 1, image, text);
          table.setString(0, source.key(row)).setString(1, source.caption(row).orElseThrow());
          table.setFloats(2, list(image)).setFloats(3, list(text));
          table.endRow();
        }
        table.commit();
      }
    }
  }

  private static List<Float> list(float[] vector) {
    return IntStream.range(0, vector.length).mapToObj(i -> vector[i]).toList();
  }
}
