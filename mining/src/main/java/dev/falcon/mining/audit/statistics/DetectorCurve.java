package dev.falcon.mining.audit.statistics;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;

/**
 * How well a score tells true pairs from others, over all thresholds. Pairs of one score stand or
 * fall together, so the order of ties changes nothing.
 */
public final class DetectorCurve {
  private final List<Step> steps;
  private final double positives;
  private final double negatives;

  /**
   * A judged pair whose truth is known.
   *
   * @param score the judge's; higher is more likely a match
   * @param match the truth
   * @param weight how many pairs it stands for
   */
  public record Verdict(double score, boolean match, double weight) {}

  /** What is called a match at one threshold and above. */
  private record Step(double score, double truePositives, double falsePositives) {}

  private DetectorCurve(List<Step> steps, double positives, double negatives) {
    this.steps = steps;
    this.positives = positives;
    this.negatives = negatives;
  }

  /** The curve of these verdicts. */
  public static DetectorCurve of(List<Verdict> verdicts) {
    List<Verdict> sorted = new ArrayList<>(verdicts);
    sorted.sort(Comparator.comparingDouble(Verdict::score).reversed());
    List<Step> steps = new ArrayList<>();
    double truePositives = 0;
    double falsePositives = 0;
    for (int i = 0; i < sorted.size(); i++) {
      Verdict verdict = sorted.get(i);
      if (verdict.match()) {
        truePositives += verdict.weight();
      } else {
        falsePositives += verdict.weight();
      }
      if (i + 1 == sorted.size() || sorted.get(i + 1).score() != verdict.score()) {
        steps.add(new Step(verdict.score(), truePositives, falsePositives));
      }
    }
    return new DetectorCurve(steps, truePositives, falsePositives);
  }

  /** Average precision: the sum of precision times the growth of recall; NaN without a match. */
  public double averagePrecision() {
    double sum = 0;
    double before = 0;
    for (Step step : steps) {
      double precision = step.truePositives() / (step.truePositives() + step.falsePositives());
      sum += (step.truePositives() - before) * precision;
      before = step.truePositives();
    }
    return positives == 0 ? Double.NaN : sum / positives;
  }

  /**
   * The area under the ROC curve: the probability that a match scores higher than another pair,
   * ties counting one half; NaN unless there are both.
   */
  public double rocAuc() {
    double area = 0;
    double trueBefore = 0;
    double falseBefore = 0;
    for (Step step : steps) {
      double width = step.falsePositives() - falseBefore;
      area += width * (step.truePositives() + trueBefore) / 2;
      trueBefore = step.truePositives();
      falseBefore = step.falsePositives();
    }
    return positives == 0 || negatives == 0 ? Double.NaN : area / (positives * negatives);
  }

  /**
   * The lowest threshold above which the asked precision is reached, which keeps the most recall. A
   * pair is called a match when its score is above the threshold.
   *
   * @return the threshold, halfway to the next lower score; NaN where none reaches the precision
   */
  public double thresholdFor(double precision) {
    List<Step> fromTheLowest = new ArrayList<>(steps);
    Collections.reverse(fromTheLowest);
    for (int i = 0; i < fromTheLowest.size(); i++) {
      Step step = fromTheLowest.get(i);
      if (step.truePositives() >= precision * (step.truePositives() + step.falsePositives())) {
        return i == 0
            ? Math.nextDown((float) step.score())
            : (fromTheLowest.get(i - 1).score() + step.score()) / 2;
      }
    }
    return Double.NaN;
  }
}
