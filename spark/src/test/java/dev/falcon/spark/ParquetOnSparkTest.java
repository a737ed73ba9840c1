// SPDX-License-Identifier: Apache-2.0
package dev.falcon.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.falcon.data.Progress;
import dev.falcon.data.RandomStream;
import dev.falcon.data.store.EmbeddingStore;
import dev.falcon.data.table.ColumnType;
import dev.falcon.data.table.TableFormat;
import dev.falcon.data.table.TableSchema;
import dev.falcon.data.table.TableWriter;
import dev.falcon.mining.Miner;
import dev.falcon.mining.MiningEngine;
import dev.falcon.mining.constraint.Constraints;
import dev.falcon.mining.policy.Policies;
import dev.falcon.mining.request.MiningOptions;
import dev.falcon.mining.request.MiningRequest;
import dev.falcon.onnx.session.Sessions;
import dev.falcon.spark.internal.ObjectStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.apache.spark.api.java.JavaSparkContext;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Parquet files with columns of vectors as a store, as Spark's own jobs write them. */
@Tag("cluster")
class ParquetOnSparkTest {
  private static final MiningOptions OPTIONS =
      MiningOptions.of(Policies.parse("falcon+").quantiles())
          .withSizes(60, 7)
          .withConstraints(Constraints.NONE.withImagesApart());
  private static final int ZERO = 77; // a row whose text vector is zero

  private static JavaSparkContext spark;

  @TempDir private Path folder;
  private Path vectors;

  @BeforeAll
  static void start() {
    spark = TestClusters.start("local[2]");
    ObjectStore.register(spark.hadoopConfiguration());
  }

  @AfterAll
  static void stop() {
    spark.close();
  }

  @BeforeEach
  void write() throws IOException {
    vectors = Files.createDirectory(folder.resolve("vectors"));
    Files.createFile(vectors.resolve("_SUCCESS"));
    write(vectors.resolve("part-0.parquet"), 0, 400);
    write(vectors.resolve("part-1.parquet"), 400, 400); // Spark writes files without rows
    write(vectors.resolve("part-2.parquet"), 400, 1003);
  }

  private static void write(Path file, int from, int to) {
    TableSchema schema =
        TableSchema.of(
            TableSchema.required("key", ColumnType.UTF8),
            TableSchema.required("image_embedding", ColumnType.FLOAT32_LIST),
            TableSchema.required("text_embedding", ColumnType.FLOAT32_LIST),
            TableSchema.nullable("caption", ColumnType.UTF8),
            TableSchema.nullable("image_id", ColumnType.UTF8));
    RandomStream random = RandomStream.of(from, "spark-parquet");
    try (TableWriter table = TableWriter.create(file, TableFormat.PARQUET, schema, Map.of())) {
      for (int row = from; row < to; row++) {
        float[] vector = new float[16];
        for (int k = 0; k < vector.length; k++) {
          vector[k] = row == ZERO ? 0 : (row % 16 == k ? 2 : 0) + (float) random.nextGaussian();
        }
        List<Float> list = IntStream.range(0, vector.length).mapToObj(k -> vector[k]).toList();
        table.setString(0, "key-" + (row == 500 ? 3 : row)).setFloats(1, list).setFloats(2, list);
        table.setString(3, row % 3 == 0 ? "a photo" : "caption " + row);
        table.setString(4, row % 4 == 0 ? "image-" + row / 8 : "").endRow(); // empty as of pandas
      }
      table.commit();
    }
  }

  private void mine(String store, String out) {
    mine(store, out, note -> {});
  }

  private void mine(String store, String out, Consumer<String> notes) {
    new SparkMiner()
        .mine(
            spark,
            new MiningEngine.Request(
                store,
                OPTIONS,
                folder.resolve(out).toString(),
                TableFormat.PARQUET,
                "",
                false,
                false),
            notes);
  }

  private Map<String, String> single(Path store, String out) throws IOException {
    new Miner(Sessions.onCpu(), Progress.NONE, note -> {})
        .mineFolder(
            new MiningRequest(
                EmbeddingStore.open(store),
                OPTIONS,
                folder.resolve(out),
                TableFormat.PARQUET,
                new MiningRequest.Execution(2, 1L << 30),
                false));
    return TestClusters.files(folder.resolve(out));
  }

  @Test
  void aFolderOfThemGivesTheBytesOfASingleMachine() throws IOException {
    mine(vectors.toString(), "plan");
    assertThat(TestClusters.files(folder.resolve("plan")))
        .isEqualTo(single(vectors, "single"))
        .containsKeys("plan.json", "rejects.parquet");
  }

  @Test
  void aSingleFileIsAStoreToo() throws IOException {
    Path file = vectors.resolve("part-0.parquet");
    mine(file.toString(), "plan");
    assertThat(TestClusters.files(folder.resolve("plan")))
        .isEqualTo(single(file, "single"))
        .containsKeys("plan.json", "rejects.parquet");
  }

  @Test
  void ofAnObjectStoreTheFootersAreReadAlone() throws IOException {
    mine("late://" + vectors, "plan");
    Map<String, String> plan = TestClusters.files(folder.resolve("plan"));
    Map<String, String> single = single(vectors, "single");
    assertThat(plan.remove("rejects.parquet")).isNotNull(); // it names the store as it was given
    single.remove("rejects.parquet");
    assertThat(plan).isEqualTo(single);
  }

  @Test
  void filesOfWhichSomeHaveKeysAreRefusedAndColumnsThatMayHoldThemAreNamed() {
    String made = "../data-tools/datasets/src/test/resources/keys-of-other-tools/";
    String files = Path.of(made + "shards-without-key").toAbsolutePath().normalize().toString();
    assertThatThrownBy(() -> mine(files, "plan"))
        .hasMessage(
            "%s/c.parquet: has no column of keys, and %s/a.parquet has one; all files of a store"
                + " must have it, or none",
            files, files);
    List<String> notes = new ArrayList<>();
    String index = made + "pandas-index-store.parquet";
    assertThatThrownBy(() -> mine(index, "plan", notes::add)).hasMessageContaining("6 usable");
    assertThat(notes).contains(EmbeddingStore.open(Path.of(index)).numberedNote().orElseThrow());
  }

  @Test
  void aFileThatIsCutOrLacksItsColumnsIsOneLine() throws IOException {
    Path cut = vectors.resolve("part-2.parquet");
    byte[] bytes = Files.readAllBytes(cut);
    Files.write(cut, Arrays.copyOf(bytes, bytes.length - 9));
    assertThatThrownBy(() -> mine("late://" + vectors, "plan"))
        .hasMessageStartingWith("late://" + cut + ": truncated: ");
    Files.delete(cut);
    Path other = vectors.resolve("part-3.parquet");
    TableSchema schema = TableSchema.of(TableSchema.required("key", ColumnType.UTF8));
    try (TableWriter table = TableWriter.create(other, TableFormat.PARQUET, schema, Map.of())) {
      table.setString(0, "key").endRow();
      table.commit();
    }
    assertThatThrownBy(() -> mine(vectors.toString(), "plan"))
        .hasStackTraceContaining(other + ": has no column 'image_embedding'");
    assertThat(folder.resolve("plan")).doesNotExist();
  }
}
