// SPDX-License-Identifier: Apache-2.0
package dev.falcon.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.falcon.data.Progress;
import dev.falcon.data.RequestException;
import dev.falcon.data.store.EmbeddingStore;
import dev.falcon.data.table.TableFormat;
import dev.falcon.mining.Miner;
import dev.falcon.mining.MiningEngine;
import dev.falcon.mining.constraint.Constraints;
import dev.falcon.mining.policy.Composition;
import dev.falcon.mining.policy.NamedPolicy;
import dev.falcon.mining.policy.QuantilePolicy;
import dev.falcon.mining.request.MiningOptions;
import dev.falcon.mining.request.MiningRequest;
import dev.falcon.onnx.session.Sessions;
import dev.falcon.spark.internal.ObjectStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.spark.api.java.JavaSparkContext;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A list of vetoes and a scheduler's graph that are not files of the driver's machine. */
@Tag("cluster")
class NamedFilesTest {

  @TempDir private Path folder;
  private final List<String> notes = new ArrayList<>();
  private Path store;
  private Path veto;
  private Path graph;
  private MiningOptions options;

  @BeforeEach
  void mineOnOneMachine() throws IOException {
    store = SparkStores.own(folder.resolve("store"), 303);
    Path there = Files.createDirectory(folder.resolve("there"));
    graph = there.resolve("scheduler.onnx");
    QuantilePolicy scheduler =
        TestPolicies.all(graph).stream()
            .map(NamedPolicy::quantiles)
            .filter(QuantilePolicy.Scheduled.class::isInstance)
            .findFirst()
            .orElseThrow();
    StringBuilder pairs = new StringBuilder("key_a,key_b\n");
    for (int row = 0; row < 200; row++) {
      pairs.append("key-").append(row).append(",key-").append(row + 8).append('\n');
    }
    veto = Files.writeString(there.resolve("veto.csv"), pairs);
    options =
        new MiningOptions(
            Composition.of(scheduler),
            40,
            8,
            TestPolicies.LEVELS,
            1,
            9,
            true,
            Constraints.NONE.withVeto(Optional.of(veto)),
            0);
    new Miner(Sessions.onCpu(), Progress.NONE, note -> {})
        .mineFolder(
            new MiningRequest(
                EmbeddingStore.open(store),
                options,
                folder.resolve("single"),
                TableFormat.PARQUET,
                new MiningRequest.Execution(2, 1L << 30),
                false));
  }

  private void mine(JavaSparkContext spark, String vetoes, String scheduler, String out) {
    Path absent = folder.resolve("absent");
    MiningOptions elsewhere =
        options
            .withConstraints(options.constraints().withVeto(Optional.of(absent)))
            .withComposition(
                Composition.of(QuantilePolicy.Scheduled.of(absent, QuantilePolicy.Draw.MODE)));
    new SparkMiner()
        .mine(
            spark,
            new MiningEngine.Request(
                store.toString(),
                elsewhere,
                folder.resolve(out).toString(),
                TableFormat.PARQUET,
                "",
                false,
                Optional.of(vetoes),
                Optional.of(scheduler),
                false),
            notes::add);
  }

  @Test
  void theyAreReadFromAnObjectStoreOrFromWhereSparkHasCopiedThem() throws IOException {
    try (JavaSparkContext spark = TestClusters.start("local[2]")) {
      ObjectStore.register(spark.hadoopConfiguration());
      mine(spark, "late://" + veto, "late://" + graph, "by-uri");
      assertThat(TestClusters.files(folder.resolve("by-uri")))
          .isEqualTo(TestClusters.files(folder.resolve("single")))
          .containsKey("plan.json");
      assertThat(notes).isEmpty();

      assertThatThrownBy(() -> mine(spark, "/home/me/veto.csv", "late://" + graph, "absent"))
          .isInstanceOf(RequestException.class)
          .hasMessage("/home/me/veto.csv: there is no such file or folder");
      assertThat(folder.resolve("absent")).doesNotExist();

      spark.addFile(veto.toString());
      spark.addFile(graph.toString());
      mine(spark, "/home/me/veto.csv", "scheduler.onnx", "by-files");
      assertThat(TestClusters.files(folder.resolve("by-files")))
          .isEqualTo(TestClusters.files(folder.resolve("single")));
      assertThat(notes).hasSize(2);
    }
  }
}
