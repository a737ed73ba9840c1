// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.falcon.data.FalconException;
import dev.falcon.data.Progress;
import dev.falcon.data.RandomStream;
import dev.falcon.data.statistics.BetaDistribution;
import dev.falcon.data.store.EmbeddingStore;
import dev.falcon.data.table.TableFormat;
import dev.falcon.kernels.Kernel;
import dev.falcon.mining.algorithm.SpaceVectors;
import dev.falcon.mining.constraint.Constraints;
import dev.falcon.mining.policy.Composition;
import dev.falcon.mining.policy.QuantileFeatures;
import dev.falcon.mining.policy.QuantilePolicy;
import dev.falcon.mining.policy.QuantilePolicy.Draw;
import dev.falcon.mining.request.MiningOptions;
import dev.falcon.mining.request.MiningRequest;
import dev.falcon.mining.request.MiningResult;
import dev.falcon.mining.shuffle.SearchSpaces;
import dev.falcon.onnx.matcher.SchedulerModel;
import dev.falcon.onnx.matcher.SchedulerModel.BetaParameters;
import dev.falcon.onnx.session.SessionSettings;
import dev.falcon.onnx.session.Sessions;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The learned policy, with a real graph of random weights. */
class ScheduledMiningTest {
  private static final int LEVELS = 12;
  private static final int ROWS = 260;

  @TempDir private Path folder;
  private SpaceVectors vectors;
  private EmbeddingStore store;
  private Path graph;

  @BeforeEach
  void write() {
    vectors = TestVectors.generate(ROWS, 16, 0, 12);
    store = TestStores.write(folder.resolve("store"), vectors);
    graph = folder.resolve("scheduler.onnx");
    TestSchedulers.write(graph, LEVELS);
  }

  private MiningResult mine(Draw draw, int levels, String file, long memory) {
    return mine(Composition.of(QuantilePolicy.Scheduled.of(graph, draw)), levels, file, memory);
  }

  private MiningResult mine(Composition composition, int levels, String file, long memory) {
    MiningOptions options =
        new MiningOptions(composition, ROWS, 20, levels, 1, 7, false, Constraints.NONE);
    return new Miner(sessions(), Progress.NONE, note -> {})
        .mine(
            new MiningRequest(
                store,
                options,
                folder.resolve(file),
                TableFormat.PARQUET,
                new MiningRequest.Execution(2, memory),
                false));
  }

  private static Sessions sessions() {
    return new Sessions(SessionSettings.CPU.withThreads(1), note -> {});
  }

  @ParameterizedTest
  @EnumSource(Draw.class)
  void everyAnchorGetsTheQuantileThatItsFeaturesGive(Draw draw) {
    List<PlanRows> plan = PlanRows.read(mine(draw, LEVELS, "plan.parquet", 1L << 30).output());
    int[] shuffled =
        Arrays.stream(SearchSpaces.of(ROWS, ROWS, 7, 0).rows(0))
            .mapToInt(Math::toIntExact)
            .toArray();
    BetaParameters beta = evaluate(shuffled);
    Map<Long, Float> expected = new HashMap<>();
    for (int i = 0; i < ROWS; i++) {
      double alpha = beta.alpha()[i];
      double q =
          switch (draw) {
            case SAMPLE ->
                BetaDistribution.draw(
                    alpha, beta.beta()[i], RandomStream.of(7, "quantile", 0, 0, i));
            case MODE -> BetaDistribution.mode(alpha, beta.beta()[i]);
            case MEAN -> BetaDistribution.mean(alpha, beta.beta()[i]);
          };
      expected.put((long) shuffled[i], (float) q);
    }
    assertThat(plan.stream().filter(row -> row.anchor() != null))
        .hasSize(13 * 19)
        .allSatisfy(row -> assertThat(row.quantile()).isEqualTo(expected.get(row.anchor())));
    assertThat(new HashSet<>(expected.values())).hasSizeGreaterThan(100);
  }

  /** Ŝ by sorting, in blocks of 96 rows as mining evaluates them. */
  private BetaParameters evaluate(int[] shuffled) {
    float[] features = features(shuffled);
    float[] alpha = new float[ROWS];
    float[] beta = new float[ROWS];
    try (SchedulerModel model = SchedulerModel.open(graph, sessions())) {
      for (int from = 0; from < ROWS; from += Kernel.BLOCK) {
        int to = Math.min(ROWS, from + Kernel.BLOCK);
        BetaParameters block =
            model.evaluate(Arrays.copyOfRange(features, from * LEVELS, to * LEVELS), to - from);
        System.arraycopy(block.alpha(), 0, alpha, from, to - from);
        System.arraycopy(block.beta(), 0, beta, from, to - from);
      }
    }
    return new BetaParameters(alpha, beta);
  }

  private float[] features(int[] shuffled) {
    float[] table = new float[ROWS * LEVELS];
    for (int i = 0; i < ROWS; i++) {
      float[] row = new float[ROWS - 1];
      int at = 0;
      for (int j = 0; j < ROWS; j++) {
        if (j != i) {
          row[at++] = Kernel.entry(vectors.image(), vectors.text(), 16, shuffled[i], shuffled[j]);
        }
      }
      Arrays.sort(row);
      for (int k = 0; k < LEVELS; k++) {
        double position = (double) k * (row.length - 1) / (LEVELS - 1);
        int low = (int) position;
        float from = row[low];
        float to = row[Math.min(low + 1, row.length - 1)];
        table[i * LEVELS + k] = from + (to - from) * (float) (position - low);
      }
    }
    return QuantileFeatures.softmax(table, LEVELS);
  }

  @Test
  void aBatchMayHaveOneQuantileOfTheMeanFeatures() {
    Composition composition =
        new Composition(QuantilePolicy.Scheduled.of(graph, Draw.MODE), Composition.Level.BATCH, 2);
    List<PlanRows> plan =
        PlanRows.read(mine(composition, LEVELS, "plan.parquet", 1L << 30).output());
    int[] shuffled =
        Arrays.stream(SearchSpaces.of(ROWS, ROWS, 7, 0).rows(0))
            .mapToInt(Math::toIntExact)
            .toArray();
    float[] features = features(shuffled);
    float[] means = new float[LEVELS];
    for (int k = 0; k < LEVELS; k++) {
      double sum = 0;
      for (int i = 0; i < ROWS; i++) {
        sum += features[i * LEVELS + k];
      }
      means[k] = (float) (sum / ROWS);
    }
    double mode;
    try (SchedulerModel model = SchedulerModel.open(graph, sessions())) {
      BetaParameters beta = model.evaluate(means, 1);
      mode = BetaDistribution.mode(beta.alpha()[0], beta.beta()[0]);
    }

    assertThat(plan.stream().filter(row -> row.anchor() != null))
        .hasSize(13 * 19)
        .allSatisfy(
            row ->
                assertThat(row.quantile())
                    .isCloseTo((float) (1 - Math.pow(1 - mode, 2)), within(1e-6f)));
  }

  @Test
  void memoryChangesNothing() {
    Path dense = mine(Draw.SAMPLE, LEVELS, "dense.parquet", 1L << 30).output();
    Path compact = mine(Draw.SAMPLE, LEVELS, "compact.parquet", 510_000).output();
    assertThat(compact).hasSameBinaryContentAs(dense);
  }

  @Test
  void aSchedulerOfAnotherWidthIsRefusedBeforeAnyWork() {
    assertThatThrownBy(() -> mine(Draw.SAMPLE, 100, "plan.parquet", 1L << 30))
        .isInstanceOf(FalconException.class)
        .hasMessageContaining("scheduler.onnx")
        .hasMessageContaining("m=12")
        .hasMessageContaining("100");
    assertThat(folder.resolve("plan.parquet.work")).doesNotExist();
  }
}
