// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.loop.batch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class EpochLayoutTest {
  /** Two spaces of 20, of three batches each, and one of 10 with a single batch. */
  private static final EpochLayout LAYOUT = new EpochLayout(50, 20, 6, 3, 1);

  @Test
  void theRemainderOfASpaceMakesNoBatch() {
    assertThat(LAYOUT.batches()).isEqualTo(7);
    assertThat(EpochLayout.batches(50, 50, 6)).isEqualTo(8);
    assertThat(EpochLayout.batches(40, 20, 20)).isEqualTo(2);
    assertThat(EpochLayout.batches(45, 20, 6)).as("the last space has no whole batch").isEqualTo(6);
  }

  @Test
  void batchesLieInTheirSpacesOneAfterAnother() {
    int[] spaces = {0, 0, 0, 1, 1, 1, 2};
    int[] places = {0, 1, 2, 0, 1, 2, 0};
    for (int batch = 0; batch < spaces.length; batch++) {
      assertThat(LAYOUT.spaceOf(batch)).isEqualTo(spaces[batch]);
      assertThat(LAYOUT.batchInSpace(batch)).isEqualTo(places[batch]);
    }
  }

  @Test
  void theOrderIsTheSpacesOneAfterAnotherAndHoldsEveryPairOnce() {
    int[] order = LAYOUT.order();
    assertThat(Arrays.copyOfRange(order, 20, 40))
        .containsExactly(
            Arrays.stream(LAYOUT.spaces().rows(1)).mapToInt(Math::toIntExact).toArray());
    assertThat(Arrays.stream(order).sorted().toArray())
        .containsExactly(IntStream.range(0, 50).toArray());
    assertThat(order).isNotEqualTo(new EpochLayout(50, 20, 6, 3, 2).order());
  }
}
