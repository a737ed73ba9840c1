package dev.falcon.data.statistics;

import java.util.ArrayList;
import java.util.List;

/** Whether scores mean what they say: of pairs that score about s, how many match? */
public final class Calibration {
  private Calibration() {}

  /**
   * Pairs whose scores lie in one stretch.
   *
   * @param low the stretch's lower end
   * @param high its upper end, which only the last stretch includes
   * @param meanScore weighted; NaN where no pair lies there
   * @param matches the share that matches
   */
  public record Bin(double low, double high, double meanScore, Rate matches) {}

  /**
   * Stretches of equal width.
   *
   * @param low where the first begins
   * @param high where the last ends; scores beyond count in the outermost
   * @param count how many
   */
  public static List<Bin> of(
      List<DetectorCurve.Verdict> verdicts, double low, double high, int count) {
    double[] scores = new double[count];
    double[] weights = new double[count];
    List<StratifiedRate> matches = new ArrayList<>();
    for (int bin = 0; bin < count; bin++) {
      matches.add(StratifiedRate.ofProcess());
    }
    for (DetectorCurve.Verdict verdict : verdicts) {
      int at = (int) Math.floor((verdict.score() - low) / (high - low) * count);
      int bin = Math.max(0, Math.min(count - 1, at));
      scores[bin] += verdict.score() * verdict.weight();
      weights[bin] += verdict.weight();
      // Pairs of one weight are of like strata.
      matches.get(bin).add(Double.hashCode(verdict.weight()), verdict.weight(), verdict.match());
    }
    List<Bin> bins = new ArrayList<>();
    for (int bin = 0; bin < count; bin++) {
      bins.add(
          new Bin(
              low + (high - low) * bin / count,
              low + (high - low) * (bin + 1) / count,
              weights[bin] == 0 ? Double.NaN : scores[bin] / weights[bin],
              matches.get(bin).rate()));
    }
    return bins;
  }
}
