package dev.falcon.eval.metric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class IntervalTest {
  @Test
  void wilsonsIntervalIsTheTextbooks() {
    // Newcombe 1998, Statistics in Medicine 17: 81 of 263 and 15 of 148.
    Interval interval = Interval.wilson(81.0 / 263, 263);
    assertThat(interval.low()).isCloseTo(0.2553, within(5e-5));
    assertThat(interval.high()).isCloseTo(0.3662, within(5e-5));
    Interval small = Interval.wilson(15.0 / 148, 148);
    assertThat(small.low()).isCloseTo(0.0624, within(5e-5));
    assertThat(small.high()).isCloseTo(0.1605, within(5e-5));
  }

  @Test
  void differencesIntervalIsTheTextbooks() {
    // Newcombe 1998, method 10: 56 of 70 less 48 of 80 is 0.2, from 0.0524 to 0.3339.
    Interval interval =
        Interval.ofDifference(0.8, Interval.wilson(0.8, 70), 0.6, Interval.wilson(0.6, 80));
    assertThat(interval.low()).isCloseTo(0.0524, within(5e-5));
    assertThat(interval.high()).isCloseTo(0.3339, within(5e-5));
  }

  @Test
  void neverLeavesTheUnitInterval() {
    assertThat(Interval.wilson(0, 10).low()).isZero();
    assertThat(Interval.wilson(1, 10).high()).isBetween(1 - 1e-12, 1.0);
  }
}
