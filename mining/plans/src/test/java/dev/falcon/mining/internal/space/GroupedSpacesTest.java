// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.internal.space;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.falcon.data.RequestException;
import dev.falcon.kernels.Kernel;
import dev.falcon.kernels.Kernels;
import dev.falcon.kernels.Parallel;
import dev.falcon.mining.TestVectors;
import dev.falcon.mining.algorithm.ComposedBatch;
import dev.falcon.mining.algorithm.Conflicts;
import dev.falcon.mining.algorithm.RankWindow;
import dev.falcon.mining.algorithm.SpaceVectors;
import dev.falcon.mining.policy.Composition;
import dev.falcon.mining.policy.Policies;
import dev.falcon.mining.policy.QuantilePolicy;
import dev.falcon.mining.shuffle.MiningUnit;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every sample once, no barred pair, the same again, and harder than by chance. */
class GroupedSpacesTest {
  private static final int SIZE = 192;
  private static final int BATCH = 16;

  private final SpaceVectors vectors = TestVectors.generate(SIZE, 8, 0, 5);

  private List<ComposedBatch> mine(QuantilePolicy policy, boolean compact, Conflicts... conflicts) {
    SpaceMiner.SpaceOptions options =
        new SpaceMiner.SpaceOptions(
            4, BATCH, 20, policy, false, RankWindow.ALL, Optional.empty(), Composition.WHOLE_BATCH);
    try (Parallel parallel = new Parallel(2)) {
      QuantileSource none = (unit, first, rows, levels, at, m, out) -> {};
      return new SpaceMiner(Kernels.fastest(), options, none, parallel, compact)
          .batches(new MiningUnit(0, 1), vectors, List.of(conflicts))
          .batches();
    }
  }

  private static List<List<Integer>> members(List<ComposedBatch> batches) {
    return batches.stream().map(batch -> IntStream.of(batch.members()).boxed().toList()).toList();
  }

  private double hardness(List<ComposedBatch> batches) {
    double sum = 0;
    for (ComposedBatch batch : batches) {
      for (int i : batch.members()) {
        for (int j : batch.members()) {
          sum += i == j ? 0 : Kernel.entry(vectors.image(), vectors.text(), 8, i, j);
        }
      }
    }
    return sum / batches.size();
  }

  /** Samples of one remainder modulo 40 must not meet. */
  private static final Conflicts BARRED =
      new Conflicts() {
        @Override
        public String reason() {
          return "test";
        }

        @Override
        public int[] with(int sample) {
          return IntStream.range(0, SIZE).filter(j -> j % 40 == sample % 40).toArray();
        }
      };

  /** All policies that group samples or draw by their scores. */
  private static Stream<QuantilePolicy> policies() {
    Stream<String> names =
        Policies.all().stream()
            .map(entry -> entry.form().replaceAll(":[QRB]$", ":0.25").replaceAll(":[PK]$", ":4"));
    return Stream.concat(names, Stream.of("b3:0", "b3:30", "simans:-0.05"))
        .map(name -> Policies.parse(name).quantiles())
        .filter(
            policy ->
                policy instanceof QuantilePolicy.Grouped || policy instanceof QuantilePolicy.Drawn);
  }

  @ParameterizedTest
  @MethodSource("policies")
  void everySampleOnceAndNoBarredPair(QuantilePolicy policy) {
    List<ComposedBatch> batches = mine(policy, false, BARRED);
    Set<Integer> seen = new HashSet<>();
    for (ComposedBatch batch : batches) {
      Set<Integer> remainders = new HashSet<>();
      for (int member : batch.members()) {
        assertThat(seen.add(member)).isTrue();
        remainders.add(member % 40);
      }
      assertThat(remainders).hasSize(batch.size());
    }
    assertThat(batches).hasSizeGreaterThanOrEqualTo(SIZE / BATCH);
    assertThat(members(mine(policy, false, BARRED))).isEqualTo(members(batches));
    assertThatThrownBy(() -> mine(policy, true))
        .isInstanceOf(RequestException.class)
        .hasMessageContaining("needs the similarities of a search space in memory");
  }

  @ParameterizedTest
  @ValueSource(strings = {"b3:0", "kmeans:4"})
  void batchesAreHarderThanByChance(String name) {
    assertThat(hardness(mine(Policies.parse(name).quantiles(), false)))
        .isGreaterThan(hardness(mine(new QuantilePolicy.Uniform(), false)) + 1);
  }

  /** The rank and the quantile say where a draw fell; similarities are exact. */
  @Test
  void aDrawSaysWhereItFell() {
    for (ComposedBatch batch : mine(new QuantilePolicy.Drawn(0), false)) {
      for (int x = 1; x < batch.size(); x++) {
        int anchor = batch.anchors()[x];
        assertThat(anchor).isEqualTo(batch.members()[x - 1]);
        assertThat(batch.similarities()[x])
            .isEqualTo(
                Kernel.entry(vectors.image(), vectors.text(), 8, anchor, batch.members()[x]));
        assertThat(batch.ranks()[x]).isBetween(0, batch.candidates()[x] - 1);
        assertThat(batch.quantiles()[x])
            .isEqualTo(
                batch.candidates()[x] == 1
                    ? 1
                    : batch.ranks()[x] / (double) (batch.candidates()[x] - 1));
      }
    }
  }
}
