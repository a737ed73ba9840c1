// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.falcon.data.RandomStream;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Test;

/** Against what the measures themselves do when a weight changes a little, and under sampling. */
class DetectorInfluenceTest {
  private static final double STEP = 1e-6;

  /** Scores of few values, so that there are ties; matches score higher on average. */
  private static List<DetectorCurve.Verdict> verdicts(int count, long seed) {
    RandomStream random = RandomStream.of(seed, "verdicts");
    List<DetectorCurve.Verdict> verdicts = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      boolean match = random.nextDouble() < 0.3;
      double score = Math.floor(10 * (random.nextDouble() + (match ? 0.3 : 0))) / 10;
      verdicts.add(new DetectorCurve.Verdict(score, match, i % 3 == 0 ? 2.5 : 1));
    }
    return verdicts;
  }

  private static void assertDerivatives(
      Function<List<DetectorCurve.Verdict>, double[]> influence,
      ToDoubleFunction<DetectorCurve> measure) {
    List<DetectorCurve.Verdict> verdicts = verdicts(60, 4);
    double[] influences = influence.apply(verdicts);
    double before = measure.applyAsDouble(DetectorCurve.of(verdicts));
    for (int i = 0; i < influences.length; i++) {
      List<DetectorCurve.Verdict> heavier = new ArrayList<>(verdicts);
      DetectorCurve.Verdict one = verdicts.get(i);
      heavier.set(
          i, new DetectorCurve.Verdict(one.score(), one.match(), one.weight() * (1 + STEP)));
      double after = measure.applyAsDouble(DetectorCurve.of(heavier));
      assertThat(influences[i]).isCloseTo((after - before) / STEP, within(1e-6));
    }
  }

  @Test
  void influencesAreDerivatives() {
    assertDerivatives(DetectorInfluence::onAveragePrecision, DetectorCurve::averagePrecision);
    assertDerivatives(DetectorInfluence::onRocAuc, DetectorCurve::rocAuc);
  }

  @Test
  void theirSquaresAreTheVarianceThatSamplesHave() {
    double[] areas = new double[400];
    double[] variances = new double[areas.length];
    for (int sample = 0; sample < areas.length; sample++) {
      List<DetectorCurve.Verdict> verdicts = verdicts(300, 100 + sample);
      areas[sample] = DetectorCurve.of(verdicts).rocAuc();
      for (double influence : DetectorInfluence.onRocAuc(verdicts)) {
        variances[sample] += influence * influence;
      }
    }
    double mean = PairwiseMean.of(areas);
    double spread = 0;
    for (double area : areas) {
      spread += (area - mean) * (area - mean) / (areas.length - 1);
    }
    assertThat(PairwiseMean.of(variances) / spread).isBetween(0.8, 1.25);
  }
}
