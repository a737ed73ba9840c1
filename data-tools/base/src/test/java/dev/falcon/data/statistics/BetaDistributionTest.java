// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.falcon.data.RandomStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BetaDistributionTest {
  private static final int DRAWS = 40_000;

  @ParameterizedTest
  @CsvSource({"1, 1", "0.974, 0.974", "2.5, 1.4", "0.05, 0.02", "30, 4", "1e-5, 1e-5", "400, 1"})
  void drawsHaveTheMomentsOfTheDistribution(double alpha, double beta) {
    RandomStream random = RandomStream.of(5, "beta-test");
    double sum = 0;
    double squares = 0;
    for (int i = 0; i < DRAWS; i++) {
      double q = BetaDistribution.draw(alpha, beta, random);
      assertThat(q).isBetween(0.0, 1.0);
      sum += q;
      squares += q * q;
    }
    double mean = alpha / (alpha + beta);
    double variance = mean * (1 - mean) / (alpha + beta + 1);
    double sampled = sum / DRAWS;
    assertThat(sampled).isCloseTo(mean, within(5 * Math.sqrt(variance / DRAWS)));
    assertThat(squares / DRAWS - sampled * sampled)
        .isCloseTo(variance, within(0.08 * variance + 1e-12));
  }

  @Test
  void uniformDrawsFillEveryTenthAlike() {
    RandomStream random = RandomStream.of(6, "beta-test");
    int[] counts = new int[10];
    for (int i = 0; i < DRAWS; i++) {
      counts[(int) (BetaDistribution.draw(1, 1, random) * 10)]++;
    }
    for (int count : counts) {
      assertThat(count).isCloseTo(DRAWS / 10, within(300));
    }
  }

  @Test
  void modeIsTheDensitysPeakOrTheEndWhereItGrows() {
    assertThat(BetaDistribution.mode(3, 2)).isCloseTo(2.0 / 3, within(1e-15));
    assertThat(BetaDistribution.mode(0.5, 2)).isZero();
    assertThat(BetaDistribution.mode(2, 0.5)).isEqualTo(1);
    assertThat(BetaDistribution.mode(0.3, 0.4)).isZero();
    assertThat(BetaDistribution.mode(0.9, 0.9)).isEqualTo(0.5);
    assertThat(BetaDistribution.mean(3, 1)).isEqualTo(0.75);
  }

  @Test
  void logDensitySlopeIsThatOfKnownCases() {
    // log p = log a + (a - 1) log q for Beta(a, 1), and the same in 1 - q for Beta(1, b).
    double logQ = Math.log(0.3);
    assertThat(BetaDistribution.logDensitySlope(2, 1, logQ)).isCloseTo(0.5 + logQ, within(1e-12));
    assertThat(BetaDistribution.logDensitySlope(3, 1, logQ))
        .isCloseTo(1.0 / 3 + logQ, within(1e-12));
    // Beta(1/2, b): log B falls with b as digamma says.
    assertThat(BetaDistribution.logDensitySlope(0.5, 0.5, 0))
        .isCloseTo(2 * Math.log(2), within(1e-12));
  }

  @Test
  void digammaIsThatOfTheTables() {
    double euler = 0.5772156649015329;
    assertThat(BetaDistribution.digamma(1)).isCloseTo(-euler, within(1e-12));
    assertThat(BetaDistribution.digamma(0.5)).isCloseTo(-euler - 2 * Math.log(2), within(1e-12));
    assertThat(BetaDistribution.digamma(10)).isCloseTo(2.251752589066721, within(1e-12));
    assertThat(BetaDistribution.digamma(1e-5)).isCloseTo(-1e5 - euler + 1.6449e-5, within(1e-8));
  }

  @Test
  void trigammaIsThatOfTheTables() {
    assertThat(BetaDistribution.trigamma(1)).isCloseTo(Math.PI * Math.PI / 6, within(1e-12));
    assertThat(BetaDistribution.trigamma(0.5)).isCloseTo(Math.PI * Math.PI / 2, within(1e-12));
    assertThat(BetaDistribution.trigamma(10)).isCloseTo(0.10516633568168575, within(1e-13));
    assertThat(BetaDistribution.trigamma(1e-5)).isCloseTo(1e10 + 1.6449, within(1e-2));
  }

  /** Entropy by numerical integration of -p log p. */
  private static double entropy(double alpha, double beta) {
    int cells = 200_000;
    double mass = 0;
    double sum = 0;
    for (int i = 0; i < cells; i++) {
      double q = (i + 0.5) / cells;
      double log = (alpha - 1) * Math.log(q) + (beta - 1) * Math.log1p(-q);
      mass += Math.exp(log) / cells;
      sum -= Math.exp(log) * log / cells;
    }
    return sum / mass + Math.log(mass);
  }

  @Test
  void entropySlopeIsThatOfTheIntegral() {
    double step = 1e-3;
    double slope = (entropy(2.5 + step, 1.7) - entropy(2.5 - step, 1.7)) / (2 * step);
    assertThat(BetaDistribution.entropySlope(2.5, 1.7)).isCloseTo(slope, within(1e-4));
    double other = (entropy(2.5, 1.7 + step) - entropy(2.5, 1.7 - step)) / (2 * step);
    assertThat(BetaDistribution.entropySlope(1.7, 2.5)).isCloseTo(other, within(1e-4));
  }

  @Test
  void densitiesAreThoseOfTheClosedForms() {
    for (double q : new double[] {0.01, 0.3, 0.5, 0.97}) {
      assertThat(BetaDistribution.density(q, 1, 1)).isCloseTo(1, within(1e-11));
      assertThat(BetaDistribution.density(q, 2, 3))
          .isCloseTo(12 * q * (1 - q) * (1 - q), within(1e-11));
      assertThat(BetaDistribution.density(q, 0.5, 0.5))
          .isCloseTo(1 / (Math.PI * Math.sqrt(q * (1 - q))), within(1e-11));
      assertThat(BetaDistribution.density(q, 30, 1)).isCloseTo(30 * Math.pow(q, 29), within(1e-9));
    }
  }

  @Test
  void logGammaOfWholeNumbersIsThatOfFactorials() {
    double factorial = 1;
    for (int n = 1; n < 20; n++) {
      assertThat(BetaDistribution.logGamma(n)).isCloseTo(Math.log(factorial), within(1e-11));
      factorial *= n;
    }
  }
}
