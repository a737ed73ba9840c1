// SPDX-License-Identifier: Apache-2.0
package dev.falcon.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.falcon.data.Progress;
import dev.falcon.data.store.EmbeddingStore;
import dev.falcon.data.table.TableFormat;
import dev.falcon.mining.Miner;
import dev.falcon.mining.MiningEngine;
import dev.falcon.mining.policy.QuantilePolicy;
import dev.falcon.mining.request.MiningOptions;
import dev.falcon.mining.request.MiningRequest;
import dev.falcon.onnx.session.Sessions;
import dev.falcon.spark.internal.FailingStorage;
import dev.falcon.spark.internal.KillingStorage;
import dev.falcon.spark.internal.ObjectStore;
import dev.falcon.spark.internal.Storage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.apache.spark.api.java.JavaSparkContext;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Executors that are killed, and places that are slow to tell what they hold. */
@Tag("cluster")
class LostExecutorsTest {
  private static final MiningOptions OPTIONS =
      MiningOptions.of(new QuantilePolicy.Fixed(0.8)).withSizes(40, 8);

  @TempDir private Path folder;
  private Path store;
  private Path plan;
  private Map<String, String> single;

  @BeforeEach
  void mineOnOneMachine() throws IOException {
    store = SparkStores.own(folder.resolve("store"), 703);
    plan = folder.resolve("plan");
    new Miner(Sessions.onCpu(), Progress.NONE, note -> {})
        .mineFolder(
            new MiningRequest(
                EmbeddingStore.open(store),
                OPTIONS,
                folder.resolve("single"),
                TableFormat.PARQUET,
                new MiningRequest.Execution(2, 1L << 30),
                false));
    single = TestClusters.files(folder.resolve("single"));
  }

  private static MiningEngine.Request request(String store, String plan) {
    return new MiningEngine.Request(store, OPTIONS, plan, TableFormat.PARQUET, "", false, false);
  }

  /** Two executors of 1 GiB, each a process; one dies while it checks, sends, and mines. */
  @Test
  void executorsThatAreKilledInEveryStageCostNoByte() throws IOException {
    Files.createDirectories(Path.of(System.getenv("SPARK_HOME"), "jars"));
    Path marks = Files.createDirectory(folder.resolve("killed"));
    try (JavaSparkContext spark = TestClusters.start("local-cluster[2,1,1024]")) {
      new SparkMiner()
          .mine(
              spark,
              new KillingStorage(spark.hadoopConfiguration(), marks, plan),
              request(store.toString(), plan.toString()),
              note -> {});
    }
    assertThat(marks.toFile().list()).containsExactlyInAnyOrder("checking", "sending", "mining");
    assertThat(TestClusters.files(plan)).isEqualTo(single);
  }

  /** A share of the heap by the machine's processors would be 16 MiB, less than a task needs. */
  @Test
  void anExecutorOfOneCoreHasItsWholeHeapOnAMachineOfMany() throws IOException {
    Files.createDirectories(Path.of(System.getenv("SPARK_HOME"), "jars"));
    Map<String, String> many =
        Map.of("spark.executor.extraJavaOptions", "-XX:ActiveProcessorCount=64");
    try (JavaSparkContext spark = TestClusters.start("local-cluster[1,1,1024]", many)) {
      new SparkMiner().mine(spark, request(store.toString(), plan.toString()), note -> {});
    }
    assertThat(TestClusters.files(plan)).isEqualTo(single);
  }

  @Test
  void aPlaceThatListsLateAndCannotRenameGetsTheSameBytes() throws IOException {
    try (JavaSparkContext spark = TestClusters.start("local[2]")) {
      ObjectStore.register(spark.hadoopConfiguration());
      MiningEngine.Request request = request("late://" + store, "late://" + plan);
      Storage failing = new FailingStorage(spark.hadoopConfiguration(), "part-00009.parquet");
      assertThatThrownBy(() -> new SparkMiner().mine(spark, failing, request, note -> {}))
          .hasStackTraceContaining("the disk is gone");
      assertThat(plan.resolve("part-00004.parquet")).exists();
      assertThat(plan.resolve("plan.json")).doesNotExist();
      // What is there is not listed, so it is mined again.
      new SparkMiner().mine(spark, request, note -> {});
      assertThat(withoutRejects(plan)).isEqualTo(withoutRejects(folder.resolve("single")));
    } finally {
      ObjectStore.YOUNG.clear();
      FailingStorage.FAILED.clear();
    }
  }

  /** Rejects name the file of the store, wherever it lies. */
  private static Map<String, String> withoutRejects(Path plan) throws IOException {
    Map<String, String> files = TestClusters.files(plan);
    files.remove("rejects.parquet");
    return files;
  }
}
