// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Correlations of ranks, against scipy's on the same numbers. */
class RankCorrelationTest {
  @Test
  void asScipyComputesIt() {
    double[] x = {0, 1, 1, 2, 2, 2, 3, 5, 5, 4};
    double[] y = {0.1, 0.1, 0.3, 0.3, 0.2, 0.9, 0.9, 0.9, 0.5, 0.5};
    assertThat(RankCorrelation.of(x, y)).isCloseTo(0.74132860975059, within(1e-14));
    assertThat(RankCorrelation.of(new double[] {1, 2}, new double[] {3, 1}))
        .isCloseTo(-1, within(1e-15));
    assertThat(RankCorrelation.of(new double[] {0.0, -0.0, 1}, new double[] {2, 2, 3}))
        .isCloseTo(1, within(1e-15));
    assertThat(RankCorrelation.of(new double[] {1, 1}, new double[] {3, 1})).isNaN();
    assertThat(RankCorrelation.of(new double[] {1, Double.NaN}, new double[] {3, 1})).isNaN();
  }

  @Test
  void samplesOfHalfOfTheQueries() {
    double[] x = {1, 2, 3, 4, 5};
    double[] y = {3, 2, 1, 5, 9};
    List<int[]> queries = List.of(new int[] {0}, new int[] {1, 2}, new int[] {3}, new int[] {4});
    // Always the first of what is left: the queries 0 and 1, of which the latter gives its pair 1.
    assertThat(RankCorrelation.sampled(queries, x, y, 2, below -> 0))
        .containsExactly(new double[] {-1, -1}, within(1e-15));
    // Always the last: the queries 3 and then 0, which has taken its place.
    assertThat(RankCorrelation.sampled(queries, x, y, 1, below -> below - 1))
        .containsExactly(new double[] {1}, within(1e-15));
  }
}
