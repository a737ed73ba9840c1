package dev.falcon.training.internal.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class BetaDensityTest {
  @Test
  void logDensitySlopeIsThatOfKnownCases() {
    // log p = log a + (a - 1) log q for Beta(a, 1), and the same in 1 - q for Beta(1, b).
    double logQ = Math.log(0.3);
    assertThat(BetaDensity.logDensitySlope(2, 1, logQ)).isCloseTo(0.5 + logQ, within(1e-12));
    assertThat(BetaDensity.logDensitySlope(3, 1, logQ)).isCloseTo(1.0 / 3 + logQ, within(1e-12));
    // Beta(1/2, b): log B falls with b as digamma says.
    assertThat(BetaDensity.logDensitySlope(0.5, 0.5, 0)).isCloseTo(2 * Math.log(2), within(1e-12));
  }

  @Test
  void digammaIsThatOfTheTables() {
    double euler = 0.5772156649015329;
    assertThat(BetaDensity.digamma(1)).isCloseTo(-euler, within(1e-12));
    assertThat(BetaDensity.digamma(0.5)).isCloseTo(-euler - 2 * Math.log(2), within(1e-12));
    assertThat(BetaDensity.digamma(10)).isCloseTo(2.251752589066721, within(1e-12));
    assertThat(BetaDensity.digamma(1e-5)).isCloseTo(-1e5 - euler + 1.6449e-5, within(1e-8));
  }

  @Test
  void trigammaIsThatOfTheTables() {
    assertThat(BetaDensity.trigamma(1)).isCloseTo(Math.PI * Math.PI / 6, within(1e-12));
    assertThat(BetaDensity.trigamma(0.5)).isCloseTo(Math.PI * Math.PI / 2, within(1e-12));
    assertThat(BetaDensity.trigamma(10)).isCloseTo(0.10516633568168575, within(1e-13));
    assertThat(BetaDensity.trigamma(1e-5)).isCloseTo(1e10 + 1.6449, within(1e-2));
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
    assertThat(BetaDensity.entropySlope(2.5, 1.7)).isCloseTo(slope, within(1e-4));
    double other = (entropy(2.5, 1.7 + step) - entropy(2.5, 1.7 - step)) / (2 * step);
    assertThat(BetaDensity.entropySlope(1.7, 2.5)).isCloseTo(other, within(1e-4));
  }

  @Test
  void densitiesAreThoseOfTheClosedForms() {
    for (double q : new double[] {0.01, 0.3, 0.5, 0.97}) {
      assertThat(BetaDensity.density(q, 1, 1)).isCloseTo(1, within(1e-11));
      assertThat(BetaDensity.density(q, 2, 3)).isCloseTo(12 * q * (1 - q) * (1 - q), within(1e-11));
      assertThat(BetaDensity.density(q, 0.5, 0.5))
          .isCloseTo(1 / (Math.PI * Math.sqrt(q * (1 - q))), within(1e-11));
      assertThat(BetaDensity.density(q, 30, 1)).isCloseTo(30 * Math.pow(q, 29), within(1e-9));
    }
  }

  @Test
  void logGammaOfWholeNumbersIsThatOfFactorials() {
    double factorial = 1;
    for (int n = 1; n < 20; n++) {
      assertThat(BetaDensity.logGamma(n)).isCloseTo(Math.log(factorial), within(1e-11));
      factorial *= n;
    }
  }
}
