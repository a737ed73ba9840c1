package dev.falcon.data.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.falcon.data.RandomStream;
import org.junit.jupiter.api.Test;

class StratifiedRateTest {
  @Test
  void oneStratumIsAPlainWilsonInterval() {
    StratifiedRate rate = StratifiedRate.ofProcess();
    for (int i = 0; i < 263; i++) {
      rate.add(0, 7.5, i < 81);
    }

    assertThat(rate.rate().share()).isCloseTo(81 / 263.0, within(1e-15));
    assertThat(rate.rate().interval().low())
        .isCloseTo(Interval.wilson(81 / 263.0, 263).low(), within(1e-12));
    assertThat(rate.rate().population()).isEqualTo(263 * 7.5);
  }

  @Test
  void everyPairOfAPopulationLeavesNoDoubtOfIt() {
    StratifiedRate population = StratifiedRate.ofPopulation();
    StratifiedRate process = StratifiedRate.ofProcess();
    for (int i = 0; i < 50; i++) {
      population.add(i % 2, 1, i < 20);
      process.add(i % 2, 1, i < 20);
    }

    assertThat(population.rate().interval()).isEqualTo(new Interval(0.4, 0.4));
    assertThat(process.rate().interval().halfWidth()).isGreaterThan(0.1);
  }

  /**
   * Draws from strata of known shares, thousands of times over: the true share is mostly inside.
   */
  @Test
  void intervalsHoldTheTruthAsOftenAsTheySay() {
    long[] sizes = {10_000, 100_000, 890_000};
    double[] shares = {0.6, 0.1, 0.01};
    int[] drawn = {200, 200, 400};
    double truth = (0.6 * 10_000 + 0.1 * 100_000 + 0.01 * 890_000) / 1_000_000;
    RandomStream random = RandomStream.of(1, "coverage");
    int held = 0;
    double sum = 0;
    for (int trial = 0; trial < 2_000; trial++) {
      StratifiedRate rate = StratifiedRate.ofProcess();
      for (int stratum = 0; stratum < 3; stratum++) {
        for (int i = 0; i < drawn[stratum]; i++) {
          double weight = (double) sizes[stratum] / drawn[stratum];
          rate.add(stratum, weight, random.nextDouble() < shares[stratum]);
        }
      }
      sum += rate.rate().share();
      held += rate.rate().interval().contains(truth) ? 1 : 0;
    }

    assertThat(sum / 2_000).isCloseTo(truth, within(0.001));
    assertThat(held / 2_000.0).isGreaterThan(0.94);
  }

  @Test
  void noPositiveStillLeavesDoubt() {
    StratifiedRate rate = StratifiedRate.ofProcess();
    rate.add(0, 1, false);
    rate.add(1, 100, false);

    assertThat(rate.rate().share()).isZero();
    assertThat(rate.rate().interval().high()).isGreaterThan(0.5);
  }

  @Test
  void nothingJudgedHasNoRate() {
    assertThat(StratifiedRate.ofProcess().rate().share()).isNaN();
    assertThat(StratifiedRate.ofProcess().rate().interval()).isNull();
  }

  @Test
  void aStratumHasOneWeight() {
    StratifiedRate rate = StratifiedRate.ofProcess();
    rate.add(3, 2, true);

    assertThatThrownBy(() -> rate.add(3, 4, true)).hasMessageContaining("stratum 3");
  }
}
