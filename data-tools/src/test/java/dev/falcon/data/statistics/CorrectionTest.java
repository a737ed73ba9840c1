package dev.falcon.data.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.falcon.data.RandomStream;
import dev.falcon.data.statistics.Correction.Seen;
import dev.falcon.data.statistics.DetectorCurve.Verdict;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CorrectionTest {
  @Test
  void undoesTheErrorsThatTheJudgeIsKnownToMake() {
    // Of 30 % matches, a judge with these errors calls 0.3 · 0.8 + 0.7 · 0.1 matches.
    Rate rate = Correction.of(new Seen(0.31, 1_000), new Seen(0.8, 200), new Seen(0.9, 300));

    assertThat(rate.share()).isCloseTo(0.3, within(1e-12));
    assertThat(rate.interval().contains(0.3)).isTrue();
  }

  @ParameterizedTest
  @CsvSource({"0.05, 0.7, 0.95", "0.3, 0.9, 0.8", "0.6, 0.75, 0.99"})
  void intervalsHoldTheTruthAsOftenAsTheySay(double truth, double sensitivity, double specificity) {
    RandomStream random = RandomStream.of(5, "correction");
    int held = 0;
    for (int trial = 0; trial < 2_000; trial++) {
      double apparent = truth * sensitivity + (1 - truth) * (1 - specificity);
      Rate rate =
          Correction.of(
              seen(random, apparent, 400),
              seen(random, sensitivity, 120),
              seen(random, specificity, 200));
      held += rate.interval().contains(truth) ? 1 : 0;
    }

    assertThat(held / 2_000.0).isBetween(0.93, 0.985);
  }

  private static Seen seen(RandomStream random, double share, int count) {
    int positives = 0;
    for (int i = 0; i < count; i++) {
      positives += random.nextDouble() < share ? 1 : 0;
    }
    return new Seen((double) positives / count, count);
  }

  @Test
  void aJudgeThatGuessesCorrectsNothing() {
    Rate rate = Correction.of(new Seen(0.5, 10), new Seen(0.4, 10), new Seen(0.6, 10));

    assertThat(rate.share()).isNaN();
    assertThat(rate.interval()).isNull();
  }

  @Test
  void calibrationCountsEachScoreInItsStretch() {
    List<Verdict> verdicts = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      verdicts.add(new Verdict(i / 100.0, i % 10 < i / 10, 1));
    }
    verdicts.add(new Verdict(1.0, true, 1));

    List<Calibration.Bin> bins = Calibration.of(verdicts, 0, 1, 10);

    assertThat(bins).hasSize(10);
    assertThat(bins.get(3).matches().share()).isCloseTo(0.3, within(1e-12));
    assertThat(bins.get(3).meanScore()).isCloseTo(0.345, within(1e-12));
    assertThat(bins.get(9).matches().judged()).isEqualTo(11);
  }
}
