// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.falcon.data.RandomStream;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

class DetectorCurveTest {
  /** The textbook's example: precision 1, 2/3 at the first and second match. */
  @Test
  void averagePrecisionOfASmallRanking() {
    DetectorCurve curve =
        DetectorCurve.of(
            List.of(
                new DetectorCurve.Verdict(0.8, true, 1),
                new DetectorCurve.Verdict(0.4, false, 1),
                new DetectorCurve.Verdict(0.35, true, 1),
                new DetectorCurve.Verdict(0.1, false, 1)));

    assertThat(curve.averagePrecision()).isCloseTo(0.5 + 0.5 * 2 / 3, within(1e-12));
    assertThat(curve.rocAuc()).isEqualTo(0.75);
  }

  @RepeatedTest(20)
  void agreesWithCountingEveryPairAndThreshold(RepetitionInfo repetition) {
    RandomStream random = RandomStream.of(repetition.getCurrentRepetition(), "verdicts");
    List<DetectorCurve.Verdict> verdicts = new ArrayList<>();
    for (int i = 0; i < 60; i++) {
      // Few distinct scores: many ties.
      double score = random.nextInt(8) / 8.0;
      boolean match = random.nextDouble() < score;
      verdicts.add(new DetectorCurve.Verdict(score, match, 1 + random.nextInt(3)));
    }

    DetectorCurve curve = DetectorCurve.of(verdicts);

    assertThat(curve.rocAuc()).isCloseTo(naiveAuc(verdicts), within(1e-12));
    assertThat(curve.averagePrecision()).isCloseTo(naiveAveragePrecision(verdicts), within(1e-12));
    double threshold = curve.thresholdFor(0.7);
    assertThat(Double.isNaN(threshold) ? -1 : recall(verdicts, threshold))
        .isEqualTo(bestRecall(verdicts, 0.7));
  }

  private static double naiveAuc(List<DetectorCurve.Verdict> verdicts) {
    double wins = 0;
    double all = 0;
    for (DetectorCurve.Verdict match : verdicts) {
      for (DetectorCurve.Verdict other : verdicts) {
        if (match.match() && !other.match()) {
          double weight = match.weight() * other.weight();
          int order = Double.compare(match.score(), other.score());
          wins += weight * (order > 0 ? 1 : order == 0 ? 0.5 : 0);
          all += weight;
        }
      }
    }
    return wins / all;
  }

  private static double naiveAveragePrecision(List<DetectorCurve.Verdict> verdicts) {
    double sum = 0;
    double lastRecall = 0;
    for (int step = 8; step >= 0; step--) {
      double least = step / 8.0 - 1e-9;
      if (weight(verdicts, least, false) > 0) {
        double recall = recall(verdicts, least);
        sum +=
            (recall - lastRecall) * weight(verdicts, least, true) / weight(verdicts, least, false);
        lastRecall = recall;
      }
    }
    return sum;
  }

  private static double bestRecall(List<DetectorCurve.Verdict> verdicts, double precision) {
    double best = -1;
    for (int step = 0; step <= 8; step++) {
      double threshold = step / 8.0 - 1e-9;
      double called = weight(verdicts, threshold, false);
      if (called > 0 && weight(verdicts, threshold, true) >= precision * called) {
        best = Math.max(best, recall(verdicts, threshold));
      }
    }
    return best;
  }

  private static double recall(List<DetectorCurve.Verdict> verdicts, double threshold) {
    return weight(verdicts, threshold, true) / weight(verdicts, -1, true);
  }

  private static double weight(
      List<DetectorCurve.Verdict> verdicts, double above, boolean onlyMatches) {
    return verdicts.stream()
        .filter(v -> v.score() > above && (v.match() || !onlyMatches))
        .mapToDouble(DetectorCurve.Verdict::weight)
        .sum();
  }

  @Test
  void withoutMatchesThereIsNothingToDetect() {
    DetectorCurve curve = DetectorCurve.of(List.of(new DetectorCurve.Verdict(0.5, false, 1)));

    assertThat(curve.averagePrecision()).isNaN();
    assertThat(curve.rocAuc()).isNaN();
    assertThat(curve.thresholdFor(0.9)).isNaN();
  }

  @Test
  void theBestThresholdHasTheLargestSensitivityPlusSpecificity() {
    DetectorCurve curve =
        DetectorCurve.of(
            List.of(
                new DetectorCurve.Verdict(0.31, true, 1),
                new DetectorCurve.Verdict(0.28, true, 1),
                new DetectorCurve.Verdict(0.27, false, 1),
                new DetectorCurve.Verdict(0.24, true, 2),
                new DetectorCurve.Verdict(0.21, false, 1),
                new DetectorCurve.Verdict(0.19, false, 2)));

    assertThat(curve.bestThreshold()).isEqualTo(0.22); // sensitivity 1, specificity 3/4
    assertThat(DetectorCurve.of(List.of(new DetectorCurve.Verdict(0.5, false, 1))).bestThreshold())
        .isNaN();
  }
}
