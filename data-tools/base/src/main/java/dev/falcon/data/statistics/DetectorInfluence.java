// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.statistics;

import java.util.Arrays;
import java.util.List;

/**
 * Computes the influence of each verdict on average precision and on the area under the ROC curve:
 * the measure's derivative with respect to the verdict's weight, times that weight. The sum of the
 * squared influences of independent verdicts is the measure's variance. For the area, this is a
 * weighted form of DeLong's variance (1988).
 */
public final class DetectorInfluence {
  private final List<DetectorCurve.Verdict> verdicts;
  private final int[]
      steps; // the step of each verdict, numbered from the highest score down // [verdicts]
  private final double[] matches; // weight of the matches at a step // [steps]
  private final double[] others; // weight of the others at a step // [steps]
  private final double allMatches;
  private final double allOthers;

  private DetectorInfluence(List<DetectorCurve.Verdict> verdicts) {
    this.verdicts = verdicts;
    double[] rising =
        verdicts.stream().mapToDouble(v -> v.score() + 0.0).sorted().distinct().toArray();
    steps = new int[verdicts.size()];
    matches = new double[rising.length];
    others = new double[rising.length];
    for (int i = 0; i < steps.length; i++) {
      DetectorCurve.Verdict verdict = verdicts.get(i);
      steps[i] = rising.length - 1 - Arrays.binarySearch(rising, verdict.score() + 0.0);
      (verdict.match() ? matches : others)[steps[i]] += verdict.weight();
    }
    allMatches = Arrays.stream(matches).sum();
    allOthers = Arrays.stream(others).sum();
  }

  /**
   * Returns the influence of each verdict on {@link DetectorCurve#averagePrecision()}; there must
   * be a match // [verdicts].
   */
  public static double[] onAveragePrecision(List<DetectorCurve.Verdict> verdicts) {
    return new DetectorInfluence(verdicts).onAveragePrecision();
  }

  /**
   * Returns the influence of each verdict on {@link DetectorCurve#rocAuc()}; there must be a match
   * and a non-match // [verdicts].
   */
  public static double[] onRocAuc(List<DetectorCurve.Verdict> verdicts) {
    return new DetectorInfluence(verdicts).onRocAuc();
  }

  private double[] onAveragePrecision() {
    int count = matches.length;
    double[] precision = new double[count];
    double[] ofMatch = new double[count]; // effect of one more match above on all precisions below
    double[] ofOther = new double[count];
    double above = 0;
    double matchesAbove = 0;
    double mean = 0;
    for (int step = 0; step < count; step++) {
      matchesAbove += matches[step];
      above += matches[step] + others[step];
      precision[step] = matchesAbove / above;
      ofMatch[step] = matches[step] * (1 - precision[step]) / above;
      ofOther[step] = -matches[step] * precision[step] / above;
      mean += matches[step] * precision[step] / allMatches;
    }
    for (int step = count - 2; step >= 0; step--) {
      ofMatch[step] += ofMatch[step + 1];
      ofOther[step] += ofOther[step + 1];
    }
    double[] influences = new double[steps.length];
    for (int i = 0; i < steps.length; i++) {
      int step = steps[i];
      double derivative =
          verdicts.get(i).match() ? precision[step] - mean + ofMatch[step] : ofOther[step];
      influences[i] = verdicts.get(i).weight() * derivative / allMatches;
    }
    return influences;
  }

  private double[] onRocAuc() {
    double[] won = new double[matches.length]; // of the others, the share below a match of the step
    double[] lost = new double[matches.length]; // of the matches, the share above another pair
    double area = 0;
    double matchesAbove = 0;
    double othersAbove = 0;
    for (int step = 0; step < matches.length; step++) {
      won[step] = 1 - (othersAbove + others[step] / 2) / allOthers;
      lost[step] = (matchesAbove + matches[step] / 2) / allMatches;
      area += matches[step] * won[step] / allMatches;
      matchesAbove += matches[step];
      othersAbove += others[step];
    }
    double[] influences = new double[steps.length];
    for (int i = 0; i < steps.length; i++) {
      DetectorCurve.Verdict verdict = verdicts.get(i);
      influences[i] =
          verdict.match()
              ? verdict.weight() * (won[steps[i]] - area) / allMatches
              : verdict.weight() * (lost[steps[i]] - area) / allOthers;
    }
    return influences;
  }
}
