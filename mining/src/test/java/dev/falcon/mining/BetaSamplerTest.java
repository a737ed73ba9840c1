package dev.falcon.mining;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.falcon.data.RandomStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BetaSamplerTest {
  private static final int DRAWS = 40_000;

  @ParameterizedTest
  @CsvSource({"1, 1", "0.974, 0.974", "2.5, 1.4", "0.05, 0.02", "30, 4", "1e-5, 1e-5", "400, 1"})
  void drawsHaveTheMomentsOfTheDistribution(double alpha, double beta) {
    RandomStream random = RandomStream.of(5, "beta-test");
    double sum = 0;
    double squares = 0;
    for (int i = 0; i < DRAWS; i++) {
      double q = BetaSampler.draw(alpha, beta, random);
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
      counts[(int) (BetaSampler.draw(1, 1, random) * 10)]++;
    }
    for (int count : counts) {
      assertThat(count).isCloseTo(DRAWS / 10, within(300));
    }
  }

  @Test
  void modeIsTheDensitysPeakOrTheEndWhereItGrows() {
    assertThat(BetaSampler.mode(3, 2)).isCloseTo(2.0 / 3, within(1e-15));
    assertThat(BetaSampler.mode(0.5, 2)).isZero();
    assertThat(BetaSampler.mode(2, 0.5)).isEqualTo(1);
    assertThat(BetaSampler.mode(0.3, 0.4)).isZero();
    assertThat(BetaSampler.mode(0.9, 0.9)).isEqualTo(0.5);
    assertThat(BetaSampler.mean(3, 1)).isEqualTo(0.75);
  }
}
