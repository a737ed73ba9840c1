// SPDX-License-Identifier: Apache-2.0
package dev.falcon.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.falcon.data.FalconException;
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
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.apache.spark.api.java.JavaSparkContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tasks that throw, and a job that is given up and begun again. */
@Tag("cluster")
class FailingTasksTest {
  private static final MiningOptions OPTIONS =
      MiningOptions.of(new QuantilePolicy.Fixed(0.8)).withSizes(40, 8);

  @TempDir private Path folder;
  private Path store;
  private Map<String, String> single;

  @BeforeEach
  void mineOnOneMachine() throws IOException {
    FailingStorage.FAILED.clear();
    store = SparkStores.own(folder.resolve("store"), 703);
    new Miner(Sessions.onCpu(), Progress.NONE, note -> {})
        .mineFolder(
            new MiningRequest(
                EmbeddingStore.open(store),
                OPTIONS,
                folder.resolve("single"),
                TableFormat.PARQUET,
                new MiningRequest.Execution(2, 1L << 30),
                false));
    single = files("single");
  }

  @AfterEach
  void forget() {
    FailingStorage.FAILED.clear();
  }

  private Map<String, String> files(String out) throws IOException {
    return TestClusters.files(folder.resolve(out));
  }

  private void mine(String master, String... failing) {
    try (JavaSparkContext spark = TestClusters.start(master)) {
      new SparkMiner()
          .mine(
              spark,
              new FailingStorage(spark.hadoopConfiguration(), failing),
              new MiningEngine.Request(
                  store.toString(),
                  OPTIONS,
                  folder.resolve("plan").toString(),
                  TableFormat.PARQUET,
                  "",
                  false,
                  false),
              note -> {});
    }
  }

  @Test
  void tasksThatThrowAreDoneAgainToTheSameBytes() throws IOException {
    mine("local[4,4]", "part-00003.parquet", "part-00011.parquet");
    assertThat(FailingStorage.FAILED).hasSize(2);
    assertThat(files("plan")).isEqualTo(single);
    assertThat(folder.resolve("plan/_attempts")).doesNotExist();
  }

  @Test
  void aDriverWithTooLittleMemoryForSparkIsOneLine() {
    System.setProperty("spark.testing.memory", Long.toString(300L << 20));
    try {
      MiningEngine.Request request =
          new MiningEngine.Request(
              store.toString(),
              OPTIONS,
              folder.resolve("plan").toString(),
              TableFormat.PARQUET,
              "local[1]",
              false,
              false);
      assertThatThrownBy(() -> new SparkMiner().mine(request, Progress.NONE, note -> {}))
          .isInstanceOf(FalconException.class)
          .hasMessage(
              "Spark: [INVALID_DRIVER_MEMORY] System memory 314572800 must be at least"
                  + " 471859200.");
    } finally {
      System.clearProperty("spark.testing.memory");
    }
    assertThat(folder.resolve("plan")).doesNotExist();
  }

  @Test
  void aJobThatEndsKeepsItsPartsForTheNext() throws IOException {
    assertThatThrownBy(() -> mine("local[1]", "part-00009.parquet"))
        .hasStackTraceContaining("the disk is gone");
    Path done = folder.resolve("plan/part-00004.parquet");
    Object made = Files.getLastModifiedTime(done);
    assertThat(folder.resolve("plan/plan.json")).doesNotExist();
    assertThat(folder.resolve("plan/part-00009.parquet")).doesNotExist();
    mine("local[1]");
    assertThat(Files.getLastModifiedTime(done)).isEqualTo(made);
    assertThat(files("plan")).isEqualTo(single);
  }
}
