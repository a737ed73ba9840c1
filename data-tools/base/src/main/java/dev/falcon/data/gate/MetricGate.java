// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.gate;

import dev.falcon.data.RequestException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A requirement on a result: {@code METRIC>=X}, {@code METRIC<=X}, or {@code METRIC not-worse-than
 * BASELINE}.
 *
 * @param text the gate as it is written
 * @param metric the name of the metric
 * @param requirement the bound or the baseline
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
     * @param atLeast whether the bound is a minimum; otherwise it is a maximum
     */
    record Bound(boolean atLeast, double value) implements Requirement {}

    /**
     * A comparison with another result of the same kind.
     *
     * @param file the file of the other result
     */
    record NotWorseThan(String file) implements Requirement {}
  }

  /**
   * Parses a gate.
   *
   * @throws RequestException if the text is not a gate
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
   * Decides a gate with a bound. A metric with an interval fails only if the whole interval lies on
   * the wrong side of the bound, so that noise alone does not fail a gate.
   *
   * @param bound the gate's bound
   */
  public GateResult decide(Measurement measured, Requirement.Bound bound) {
    double best = bound.atLeast() ? measured.high() : measured.low();
    boolean holds = bound.atLeast() ? best >= bound.value() : best <= bound.value();
    return new GateResult(text, holds, measured.words());
  }

  /**
   * Decides a gate with a baseline. If the difference has an interval, the gate fails only if the
   * whole interval lies on the wrong side of 0.
   *
   * @param difference the result minus the baseline
   * @param higherIsBetter whether a higher value of the metric is better
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
   * Returns the failed result for a missing metric.
   *
   * @param where the name of the result or baseline that lacks the metric
   * @param known the metrics that it has
   */
  public GateResult missing(String where, Iterable<String> known) {
    return new GateResult(
        text, false, where + " has no " + metric + "; it has " + String.join(", ", known));
  }
}
