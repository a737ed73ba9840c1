// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.corpus.internal.scan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.falcon.data.RandomStream;
import dev.falcon.kernels.Kernels;
import java.util.Arrays;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NearestItemsTest {
  private static final int OFFERED = 5_000;

  /** Offers scores in an order that is not that of the items; the nearest by sorting all. */
  private static void check(int k, IntToDoubleFunction scores) {
    NearestItems nearest = new NearestItems(Kernels.cross(), k);
    float low = Float.NEGATIVE_INFINITY;
    for (int x = 0; x < OFFERED; x++) {
      int item = x * 7 % OFFERED;
      float score = (float) scores.applyAsDouble(item);
      if (score > low) {
        low = nearest.add(score, item, low);
      }
    }
    long[] ascending =
        IntStream.range(0, OFFERED)
            .mapToLong(item -> NearestItems.key((float) scores.applyAsDouble(item), item))
            .sorted()
            .toArray();
    long[] expected = new long[k];
    Arrays.setAll(expected, x -> ascending[OFFERED - 1 - x]);
    assertThat(nearest.best()).isEqualTo(expected);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 10, 64, 100, 1_000})
  void theNearestAreThoseThatSortingFinds(int k) {
    check(k, item -> RandomStream.of(3, "scores", item).nextDouble() - 0.5);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 10, 100})
  void ofEqualScoresTheLowerItemsStay(int k) {
    check(k, item -> 0.25);
    check(k, item -> item % 3 == 0 ? 0.5 : 0.25);
    check(k, item -> item % 50 == 0 ? 0.5 : -0.25);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 100})
  void scoresMayLieFarApart(int k) {
    check(k, item -> item < 30 ? Float.MAX_VALUE : -Float.MAX_VALUE / (item + 1));
    check(k, item -> Math.nextUp(0.5f) + item % 2 * Math.ulp(0.5f));
  }
}
