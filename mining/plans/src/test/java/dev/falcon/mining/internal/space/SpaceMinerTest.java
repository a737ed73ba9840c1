// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.internal.space;

import static org.assertj.core.api.Assertions.assertThat;

import dev.falcon.data.RandomStream;
import dev.falcon.kernels.Kernel;
import dev.falcon.kernels.Kernels;
import dev.falcon.kernels.Parallel;
import dev.falcon.kernels.ScalarKernel;
import dev.falcon.mining.NaiveAlgorithm1;
import dev.falcon.mining.TestVectors;
import dev.falcon.mining.algorithm.ComposedBatch;
import dev.falcon.mining.algorithm.Conflicts;
import dev.falcon.mining.algorithm.RankWindow;
import dev.falcon.mining.algorithm.RowQuantile;
import dev.falcon.mining.algorithm.SpaceVectors;
import dev.falcon.mining.constraint.PositiveMargin;
import dev.falcon.mining.internal.space.MinedSpace.SpaceBatches;
import dev.falcon.mining.internal.space.SpaceMiner.SpaceOptions;
import dev.falcon.mining.policy.Composition;
import dev.falcon.mining.policy.QuantilePolicy;
import dev.falcon.mining.shuffle.MiningUnit;
import dev.falcon.mining.space.SuspectedMatches;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Whole search spaces against the naive second implementation of Algorithm 1. */
class SpaceMinerTest {
  private static final int LEVELS = 20;
  private static final MiningUnit UNIT = new MiningUnit(0, 3);

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
    for (Kernel kernel : List.of(new ScalarKernel(), Kernels.fastest())) {
      for (int threads : new int[] {1, 3}) {
        for (boolean compact : new boolean[] {false, true}) {
          for (boolean readsLevels : new boolean[] {false, true}) {
            SpaceOptions options = options(LEVELS, Optional.empty());
            QuantileSource source = new Given(quantile, readsLevels);
            SpaceBatches found = mine(kernel, options, source, vectors, threads, compact);
            assertThat(members(found)).isEqualTo(expected);
            found.batches().forEach(batch -> assertThatSimilaritiesAreExact(batch, vectors));
          }
        }
      }
    }
  }

  /** Where a negative lies in its row is the same to the bit whether all quantiles are found. */
  @ParameterizedTest
  @CsvSource({
    "0.0, 700, 0, 20",
    "0.5, 700, 0, 100",
    "0.9, 900, 300, 100",
    "1.0, 700, 600, 100",
    "-1, 900, 200, 7",
    "0.98, 1501, 0, 100",
    "0.5, 33, 0, 2"
  })
  void levelsAreThoseOfAllQuantiles(double q, int rows, int duplicates, int levels) {
    SpaceVectors vectors = TestVectors.generate(rows, 24, duplicates, rows);
    RowQuantile quantile = row -> q >= 0 ? q : RandomStream.of(9, "q", row).nextDouble();
    SpaceOptions options = options(levels, Optional.empty());
    for (Kernel kernel : List.of(new ScalarKernel(), Kernels.fastest())) {
      SpaceBatches expected = mine(kernel, options, new Given(quantile, true), vectors, 1, false);
      for (int threads : new int[] {1, 3}) {
        for (boolean compact : new boolean[] {false, true}) {
          SpaceBatches found =
              mine(kernel, options, new Given(quantile, false), vectors, threads, compact);
          assertThat(found.quantilesInSpace())
              .usingElementComparator(Arrays::compare)
              .isEqualTo(expected.quantilesInSpace());
        }
      }
    }
  }

  /** A margin that looks while S is made suspects what it suspects by itself. */
  @Test
  void aMarginLooksAtTheProductsOfTheSpace() {
    SpaceVectors vectors = TestVectors.generate(403, 24, 100, 2);
    PositiveMargin margin = PositiveMargin.FALCON_PLUS;
    QuantileSource source = new Given(row -> 1, false);
    for (Kernel kernel : List.of(new ScalarKernel(), Kernels.fastest())) {
      for (int threads : new int[] {1, 3}) {
        try (Parallel parallel = new Parallel(threads)) {
          Conflicts alone = SuspectedMatches.of(vectors, margin, kernel, parallel);
          for (boolean compact : new boolean[] {false, true}) {
            SpaceBatches expected =
                new SpaceMiner(kernel, options(LEVELS, Optional.empty()), source, parallel, compact)
                    .batches(UNIT, vectors, List.of(alone));
            SpaceBatches found =
                new SpaceMiner(
                        kernel, options(LEVELS, Optional.of(margin)), source, parallel, compact)
                    .batches(UNIT, vectors, List.of());
            assertThat(members(found)).isEqualTo(members(expected));
            assertThat(found.withheld()).isEqualTo(expected.withheld());
            assertThat(found.withheld().get(SuspectedMatches.REASON)).isPositive();
          }
        }
      }
    }
  }

  private static SpaceOptions options(int levels, Optional<PositiveMargin> margin) {
    return new SpaceOptions(
        4,
        32,
        levels,
        new QuantilePolicy.Fixed(1),
        false,
        RankWindow.ALL,
        margin,
        Composition.WHOLE_BATCH);
  }

  private static SpaceBatches mine(
      Kernel kernel,
      SpaceOptions options,
      QuantileSource source,
      SpaceVectors vectors,
      int threads,
      boolean compact) {
    try (Parallel parallel = new Parallel(threads)) {
      return new SpaceMiner(kernel, options, source, parallel, compact)
          .batches(UNIT, vectors, List.of());
    }
  }

  private static List<List<Integer>> members(SpaceBatches batches) {
    return batches.batches().stream()
        .map(batch -> IntStream.of(batch.members()).boxed().toList())
        .toList();
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

  private record Given(RowQuantile quantile, boolean readsLevels) implements QuantileSource {
    @Override
    public void quantiles(
        MiningUnit unit, int firstRow, int rows, float[] levels, int at, int m, double[] out) {
      for (int row = firstRow; row < firstRow + rows; row++) {
        out[row] = quantile.of(row);
      }
    }
  }
}
