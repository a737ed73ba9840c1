// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.loop.course;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.falcon.training.internal.framework.seam.ObjectiveTargets.LabelledPair;
import dev.falcon.training.internal.input.Truth;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Rates by hand: of three pairs, the second caption also matches the first image. */
class FalseNegativesTest {
  private static final int[] ROWS = {7, 3, 5};
  private static final Truth TRUTH =
      (caption, image) -> caption == image || (caption == 3 && image == 7);

  @Test
  void ratesOfABatch() {
    List<LabelledPair> judged =
        List.of(
            new LabelledPair(0, 0, true),
            new LabelledPair(0, 1, false),
            new LabelledPair(2, 1, false),
            new LabelledPair(1, 0, false),
            new LabelledPair(1, 2, false));
    float[] push = {0, .3f, .1f, .2f, 0, .1f, .1f, .2f, 0};
    FalseNegatives rates = FalseNegatives.of(TRUTH, ROWS, judged, push);
    assertThat(rates.batch()).isEqualTo(1.0 / 6);
    assertThat(rates.next()).isEqualTo(1.0 / 4);
    assertThat(rates.matching()).isEqualTo(1.0 / 4);
    assertThat(rates.push()).isCloseTo(.3, within(1e-7));
  }

  @Test
  void matchingWithoutNegativesHasNoneThatAreFalseAndWithoutPairsNoRate() {
    List<LabelledPair> matches = List.of(new LabelledPair(0, 0, true));
    assertThat(FalseNegatives.of(TRUTH, ROWS, matches, null).matching()).isZero();
    assertThat(FalseNegatives.of(TRUTH, ROWS, List.of(), null).matching()).isNull();
  }

  @Test
  void aLossThatPushesNothingPushesNoMatch() {
    assertThat(FalseNegatives.of(TRUTH, ROWS, List.of(), new float[9]).push()).isZero();
    assertThat(FalseNegatives.of(TRUTH, ROWS, List.of(), null).push()).isNull();
  }
}
