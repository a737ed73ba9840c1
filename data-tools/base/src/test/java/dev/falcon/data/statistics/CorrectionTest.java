// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.falcon.data.RandomStream;
import dev.falcon.data.statistics.Correction.Doubt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CorrectionTest {
  @Test
  void undoesTheErrorsThatTheJudgeIsKnownToMake() {
    // Of 30 % matches, a judge with these errors calls 0.3 · 0.8 + 0.7 · 0.1 matches.
    Correction rate = Correction.of(seen(0.31, 1_000), seen(0.8, 200), seen(0.9, 300));

    assertThat(rate.share()).isCloseTo(0.3, within(1e-12));
    assertThat(rate.interval().contains(0.3)).isTrue();
  }

  /** The numbers of a second implementation. */
  @Test
  void theIntervalIsThatOfLangAndReiczigel() {
    Correction rate = Correction.of(seen(0.2, 5_000), seen(24.0 / 30, 30), seen(243.0 / 270, 270));

    assertThat(rate.share()).isCloseTo(0.1428571429, within(1e-10));
    assertThat(rate.interval().low()).isCloseTo(0.0899464284, within(1e-10));
    assertThat(rate.interval().high()).isCloseTo(0.2042131445, within(1e-10));
  }

  @ParameterizedTest
  @CsvSource({"0.05, 0.7, 0.95", "0.3, 0.9, 0.8", "0.6, 0.75, 0.99"})
  void intervalsHoldTheTruthAsOftenAsTheySay(double truth, double sensitivity, double specificity) {
    RandomStream random = RandomStream.of(5, "correction");
    int held = 0;
    for (int trial = 0; trial < 2_000; trial++) {
      double apparent = truth * sensitivity + (1 - truth) * (1 - specificity);
      Correction rate =
          Correction.of(
              seen(random, apparent, 400),
              seen(random, sensitivity, 120),
              seen(random, specificity, 200));
      held += rate.interval().contains(truth) ? 1 : 0;
    }

    assertThat(held / 2_000.0).isBetween(0.93, 0.985);
  }

  private static Rate seen(RandomStream random, double share, int count) {
    int positives = 0;
    for (int i = 0; i < count; i++) {
      positives += random.nextDouble() < share ? 1 : 0;
    }
    return seen((double) positives / count, count);
  }

  private static Rate seen(double share, double count) {
    long judged = Math.round(count);
    return new Rate(
        share, Interval.wilson(share, count), Math.round(share * count), judged, count, count);
  }

  @Test
  void aJudgeThatGuessesCorrectsNothing() {
    Correction rate = Correction.of(seen(0.5, 1_000), seen(0.52, 1_000), seen(0.55, 1_000));

    assertThat(rate.share()).isNaN();
    assertThat(rate.interval()).isNull();
    assertThat(rate.doubt()).isEqualTo(Doubt.NEAR_CHANCE);
  }

  @Test
  void aJudgeThatIsKnownByTooFewPairsCorrectsNothing() {
    // It seems good, but eight pairs a side do not show it.
    assertThat(Correction.of(seen(0.5, 1_000), seen(0.75, 8), seen(0.75, 8)).doubt())
        .isEqualTo(Doubt.NEAR_CHANCE);
    assertThat(Correction.of(seen(0.5, 1_000), seen(0.75, 800), seen(0.75, 800)).doubt())
        .isEqualTo(Doubt.NONE);
  }

  /** More is called a match than if every pair were one, or less than if none were. */
  @ParameterizedTest
  @CsvSource({"0.9, CONTRADICTED", "0.8, NONE", "0.3, NONE", "0.1, NONE", "0.02, CONTRADICTED"})
  void aRateThatTheErrorsCannotExplainIsNotCorrected(double apparent, Doubt doubt) {
    assertThat(Correction.of(seen(apparent, 2_000), seen(0.8, 500), seen(0.9, 500)).doubt())
        .isEqualTo(doubt);
  }
}
