package dev.falcon.training.internal.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import ai.djl.ndarray.NDArray;
import dev.falcon.training.internal.tensor.StepMemory;
import dev.falcon.training.internal.tensor.Torch;
import org.junit.jupiter.api.Test;

class BetaDensityTest {
  @Test
  void logDensityIsThatOfKnownCases() {
    try (Torch torch = Torch.open("cpu", 1);
        StepMemory memory = StepMemory.open(torch.manager())) {
      double[] q = {0.3, 0.3, 0.3, 0.9};
      float[] logQ = new float[4];
      float[] logRest = new float[4];
      for (int i = 0; i < 4; i++) {
        logQ[i] = (float) Math.log(q[i]);
        logRest[i] = (float) Math.log1p(-q[i]);
      }
      NDArray density =
          BetaDensity.logDensity(
              memory.manager().create(new float[] {1, 2, 1, 0.5f}),
              memory.manager().create(new float[] {1, 1, 3, 0.5f}),
              memory.manager().create(logQ),
              memory.manager().create(logRest));
      float[] values = density.toFloatArray();
      assertThat((double) values[0]).isCloseTo(0, within(1e-6));
      assertThat((double) values[1]).isCloseTo(Math.log(2 * 0.3), within(1e-6));
      assertThat((double) values[2]).isCloseTo(Math.log(3 * 0.7 * 0.7), within(1e-6));
      assertThat((double) values[3])
          .isCloseTo(Math.log(1 / (Math.PI * Math.sqrt(0.9 * 0.1))), within(1e-6));
    }
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
