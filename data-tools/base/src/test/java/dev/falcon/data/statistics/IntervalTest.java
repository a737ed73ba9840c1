// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class IntervalTest {
  /** The score interval's ends are where the score test just accepts: solved by bisection. */
  @ParameterizedTest
  @CsvSource({"0, 10", "1, 10", "81, 263", "15, 148", "0, 20", "29, 29", "500, 1000"})
  void wilsonEndsWhereTheScoreTestEnds(int positives, int count) {
    double share = (double) positives / count;

    Interval interval = Interval.wilson(share, count);

    assertThat(interval.low()).isCloseTo(bisect(share, count, 0, share), within(1e-9));
    assertThat(interval.high()).isCloseTo(bisect(share, count, 1, share), within(1e-9));
  }

  private static double bisect(double share, int count, double outside, double inside) {
    double out = outside;
    double in = inside;
    for (int i = 0; i < 200; i++) {
      double middle = (out + in) / 2;
      double error = Math.sqrt(middle * (1 - middle) / count);
      if (Math.abs(share - middle) <= 1.959963984540054 * error) {
        in = middle;
      } else {
        out = middle;
      }
    }
    return in;
  }

  /** Examples a, b and h of Newcombe's table II (1998), method 10. */
  @ParameterizedTest
  @CsvSource({
    "56, 70, 48, 80, 0.0524, 0.3339",
    "9, 10, 3, 10, 0.1705, 0.8090",
    "10, 10, 0, 10, 0.6075, 1.0000",
    "5, 56, 0, 29, -0.0381, 0.1926"
  })
  void differencesAreNewcombes(int a, int ofA, int b, int ofB, double low, double high) {
    double first = (double) a / ofA;
    double second = (double) b / ofB;

    Interval interval =
        Interval.ofDifference(
            first, Interval.wilson(first, ofA), second, Interval.wilson(second, ofB));

    assertThat(interval.low()).isCloseTo(low, within(5e-5));
    assertThat(interval.high()).isCloseTo(high, within(5e-5));
  }

  @Test
  void anIntervalInLogOddsStaysWithinItsBounds() {
    Interval half = Interval.ofLogOdds(0.5, 0.01).orElseThrow();
    assertThat(half.low() + half.high()).isCloseTo(1, within(1e-12));
    assertThat(half.halfWidth()).isBetween(0.17, 0.2);
    Interval wide = Interval.ofLogOdds(0.99, 4).orElseThrow();
    assertThat(wide.low()).isPositive();
    assertThat(wide.high()).isLessThanOrEqualTo(1);
    assertThat(Interval.ofLogOdds(1, 0.1)).isEmpty();
    assertThat(Interval.ofLogOdds(0.5, 0)).isEmpty();
  }

  @Test
  void samplesKeepTheirMiddle() {
    double[] values = new double[200];
    for (int i = 0; i < 200; i++) {
      values[i] = (i * 77) % 200;
    }
    assertThat(Interval.ofSamples(values)).isEqualTo(new Interval(5, 194));
  }

  @Test
  void aWholePopulationHasNoWidth() {
    assertThat(Interval.wilson(0.3, Double.POSITIVE_INFINITY)).isEqualTo(new Interval(0.3, 0.3));
  }
}
