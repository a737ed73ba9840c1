package dev.falcon.data.gate;

import dev.falcon.data.RequestException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A requirement on a result: {@code METRIC>=X}, {@code METRIC<=X}, or {@code METRIC not-worse-than
 * BASELINE}.
 *
 * @param text as it is written
 * @param metric what is measured
 */
public record MetricGate(String text, String metric, Requirement requirement) {
  private static final Pattern BOUND =
      Pattern.compile("\\s*(\\S.*?)\\s*(>=|<=)\\s*([-+]?[0-9.]+(?:[eE][-+]?[0-9]+)?)\\s*");
  private static final Pattern BASELINE =
      Pattern.compile("\\s*(\\S+)\\s+not-worse-than\\s+(\\S.*)");

  /** The requirement on the metric. */
  public sealed interface Requirement {
    /**
     * A bound.
     *
     * @param atLeast whether the metric must reach it, not stay within it
     */
    record Bound(boolean atLeast, double value) implements Requirement {}

    /**
     * Another result of the same kind.
     *
     * @param file where it lies
     */
    record NotWorseThan(String file) implements Requirement {}
  }

  /**
   * Reads a gate.
   *
   * @throws RequestException where it is none
   */
  public static MetricGate parse(String text) {
    Matcher baseline = BASELINE.matcher(text);
    if (baseline.matches()) {
      return new MetricGate(
          text.strip(), baseline.group(1), new Requirement.NotWorseThan(baseline.group(2).strip()));
    }
    Matcher bound = BOUND.matcher(text);
    if (bound.matches()) {
      try {
        return new MetricGate(
            text.strip(),
            bound.group(1),
            new Requirement.Bound(bound.group(2).equals(">="), Double.parseDouble(bound.group(3))));
      } catch (NumberFormatException e) {
        throw new RequestException(
            "a gate compares with a number; '" + bound.group(3) + "' in '" + text + "'", e);
      }
    }
    throw new RequestException(
        "a gate is 'METRIC>=X', 'METRIC<=X' or 'METRIC not-worse-than BASELINE'; it is '"
            + text
            + "'");
  }

  /**
   * Decides on a bound. A metric with an interval fails only where the whole interval lies on the
   * wrong side: what may be noise does not fail.
   *
   * @param bound the gate's requirement
   */
  public GateResult decide(Measurement measured, Requirement.Bound bound) {
    double best = bound.atLeast() ? measured.high() : measured.low();
    boolean holds = bound.atLeast() ? best >= bound.value() : best <= bound.value();
    return new GateResult(text, holds, measured.words());
  }

  /**
   * Decides on the comparison with a baseline, in the same way: where the difference has an
   * interval, only one that lies on the wrong side of 0 as a whole fails.
   *
   * @param difference of the result to the baseline
   * @param higherIsBetter whether a metric that falls is worse
   */
  public GateResult decide(
      Measurement measured, Measurement baseline, Measurement difference, boolean higherIsBetter) {
    boolean holds = higherIsBetter ? difference.high() >= 0 : difference.low() <= 0;
    return new GateResult(
        text,
        holds,
        measured.words() + ", baseline " + baseline.words() + ", difference " + difference.words());
  }

  /**
   * The result where the metric is missing, which fails.
   *
   * @param where the result or baseline that lacks it
   * @param known the metrics that it has
   */
  public GateResult missing(String where, Iterable<String> known) {
    return new GateResult(
        text, false, where + " has no " + metric + "; it has " + String.join(", ", known));
  }
}
