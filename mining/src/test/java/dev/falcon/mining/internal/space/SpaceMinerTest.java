package dev.falcon.mining.internal.space;

import static org.assertj.core.api.Assertions.assertThat;

import dev.falcon.data.RandomStream;
import dev.falcon.mining.NaiveAlgorithm1;
import dev.falcon.mining.TestVectors;
import dev.falcon.mining.algorithm.ComposedBatch;
import dev.falcon.mining.algorithm.RankWindow;
import dev.falcon.mining.algorithm.RowQuantile;
import dev.falcon.mining.internal.kernel.Kernel;
import dev.falcon.mining.internal.kernel.Kernels;
import dev.falcon.mining.internal.kernel.Parallel;
import dev.falcon.mining.internal.kernel.ScalarKernel;
import dev.falcon.mining.policy.Composition;
import dev.falcon.mining.policy.QuantilePolicy;
import dev.falcon.mining.shuffle.MiningUnit;
import dev.falcon.mining.similarity.SpaceVectors;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Whole search spaces against the naive second implementation of Algorithm 1. */
class SpaceMinerTest {
  private static final int LEVELS = 20;

  @ParameterizedTest
  @CsvSource({
    "0.0, 700, 0",
    "0.5, 700, 0",
    "0.9, 700, 60",
    "1.0, 700, 300",
    "1.0, 40, 0",
    "-1, 900, 200",
    "0.37, 97, 90",
    "0.99, 1501, 0"
  })
  void equalsTheNaiveImplementation(double q, int rows, int duplicates) {
    SpaceVectors vectors = TestVectors.generate(rows, 24, duplicates, rows);
    RowQuantile quantile = row -> q >= 0 ? q : RandomStream.of(9, "q", row).nextDouble();
    List<List<Integer>> expected =
        NaiveAlgorithm1.mine(vectors, 32, quantile, RandomStream.of(4, "first-sample", 0, 3));
    for (Kernel kernel : List.of(new ScalarKernel(), Kernels.best())) {
      for (int threads : new int[] {1, 3}) {
        for (boolean compact : new boolean[] {false, true}) {
          assertThat(mine(kernel, vectors, quantile, threads, compact)).isEqualTo(expected);
        }
      }
    }
  }

  private static List<List<Integer>> mine(
      Kernel kernel, SpaceVectors vectors, RowQuantile quantile, int threads, boolean compact) {
    SpaceMiner.SpaceOptions options =
        new SpaceMiner.SpaceOptions(
            4,
            32,
            LEVELS,
            new QuantilePolicy.Fixed(1),
            false,
            RankWindow.ALL,
            Composition.WHOLE_BATCH);
    try (Parallel parallel = new Parallel(threads)) {
      SpaceMiner miner = new SpaceMiner(kernel, options, new Given(quantile), parallel, compact);
      List<List<Integer>> batches = new ArrayList<>();
      for (ComposedBatch batch :
          miner.batches(new MiningUnit(0, 3), vectors, List.of()).batches()) {
        batches.add(IntStream.of(batch.members()).boxed().toList());
        assertThatSimilaritiesAreExact(batch, vectors);
      }
      return batches;
    }
  }

  private static void assertThatSimilaritiesAreExact(ComposedBatch batch, SpaceVectors vectors) {
    for (int x = 1; x < batch.size(); x++) {
      float entry =
          Kernel.entry(
              vectors.image(),
              vectors.text(),
              vectors.dimension(),
              batch.anchors()[x],
              batch.members()[x]);
      assertThat(batch.similarities()[x]).isEqualTo(entry);
    }
  }

  private record Given(RowQuantile quantile) implements QuantileSource {
    @Override
    public void quantiles(
        MiningUnit unit, int firstRow, int rows, float[] levels, int at, int m, double[] out) {
      for (int row = firstRow; row < firstRow + rows; row++) {
        out[row] = quantile.of(row);
      }
    }
  }
}
