// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.audit.internal.count;

import dev.falcon.data.statistics.DetectorCurve;
import dev.falcon.data.statistics.Rate;
import dev.falcon.mining.audit.request.AuditOptions;
import dev.falcon.mining.audit.request.PairKind;
import java.util.ArrayList;
import java.util.List;

/**
 * The errors that a judge makes on the calibration file. The errors on a kind of negatives are
 * measured on the file's pairs of that kind, since hard negatives mislead a judge more often than
 * others do; if there are too few of them, on all its pairs.
 *
 * <p>A matcher's scores are probabilities, and its thresholds are the requested ones. The scale of
 * a cosine depends on its model, so the threshold is the one with the largest sum of sensitivity
 * and specificity on the file.
 */
final class Calibration {
  /**
   * The least number of matches, and of other pairs, with which a kind is calibrated by its own
   * pairs.
   */
  static final int LEAST = 10;

  private final Judged judged;
  private final Members members;
  private final Verdicts verdicts;
  private final AuditOptions options;

  Calibration(Judged judged, Members members, Verdicts verdicts, AuditOptions options) {
    this.judged = judged;
    this.members = members;
    this.verdicts = verdicts;
    this.options = options;
  }

  /**
   * The errors of a judge.
   *
   * @param threshold the threshold; a score above it is a match
   * @param ofKind whether the specificity is that of the kind's own pairs
   */
  record Errors(double threshold, Rate sensitivity, Rate specificity, boolean ofKind) {}

  /** Returns the errors at each threshold; empty if the file has no matches, or only matches. */
  List<Errors> of(int judge, PairKind kind) {
    int[] own = members.calibration(kind);
    int[] all = members.calibration();
    boolean others = count(judge, own, 0) >= LEAST;
    boolean matches = others && count(judge, own, 1) >= LEAST;
    List<Errors> errors = new ArrayList<>();
    for (double threshold : thresholds(judge, matches ? own : all)) {
      Rate sensitivity = verdicts.sensitivity(judge, threshold, matches ? own : all);
      Rate specificity = verdicts.specificity(judge, threshold, others ? own : all);
      if (sensitivity.judged() > 0 && specificity.judged() > 0) {
        errors.add(new Errors(threshold, sensitivity, specificity, others));
      }
    }
    return errors;
  }

  private long count(int judge, int[] pairs, int truth) {
    int[] known = judged.known(judge, pairs);
    long count = 0;
    for (int pair : known) {
      count += judged.truth()[pair] == truth ? 1 : 0;
    }
    return count;
  }

  private List<Double> thresholds(int judge, int[] pairs) {
    List<Double> asked = options.thresholds();
    if (judged.judges().get(judge).scores().saysMatches()) {
      return asked;
    }
    List<Double> thresholds =
        new ArrayList<>(asked.equals(AuditOptions.DEFAULT_THRESHOLDS) ? List.of() : asked);
    double chosen =
        DetectorCurve.of(judged.verdicts(judge, judged.known(judge, pairs))).bestThreshold();
    if (!Double.isNaN(chosen) && !thresholds.contains(chosen)) {
      thresholds.add(0, chosen);
    }
    return thresholds;
  }
}
