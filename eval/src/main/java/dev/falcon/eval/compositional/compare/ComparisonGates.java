// SPDX-License-Identifier: Apache-2.0
package dev.falcon.eval.compositional.compare;

import dev.falcon.data.RequestException;
import dev.falcon.data.gate.GateResult;
import dev.falcon.data.gate.Measurement;
import dev.falcon.data.gate.MetricGate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Gates on a comparison. A metric is {@code rows}, {@code subsets} or a subset's name, and its
 * value the difference in points.
 */
public final class ComparisonGates {
  private ComparisonGates() {}

  /**
   * Decides on all gates.
   *
   * @throws RequestException if a gate names a baseline, which is the first run
   */
  public static List<GateResult> decide(SuiteComparison comparison, List<MetricGate> gates) {
    Map<String, Measurement> known = new LinkedHashMap<>();
    known.put(
        SuiteComparison.ROWS,
        new Measurement(comparison.all().difference(), comparison.all().interval()));
    if (!comparison.subsets().isEmpty()) {
      known.put(
          SuiteComparison.SUBSETS,
          new Measurement(comparison.subsetMean(), comparison.subsetMeanInterval()));
      comparison
          .subsets()
          .forEach(
              subset ->
                  known.put(
                      subset.name(), new Measurement(subset.difference(), subset.interval())));
    }
    List<GateResult> results = new ArrayList<>();
    for (MetricGate gate : gates) {
      if (!(gate.requirement() instanceof MetricGate.Requirement.Bound bound)) {
        throw new RequestException(
            "the gate '"
                + gate.text()
                + "' names a baseline, which is the first run; write 'METRIC>=X' with points");
      }
      results.add(
          Optional.ofNullable(known.get(gate.metric()))
              .map(difference -> gate.decide(difference, bound))
              .orElseGet(() -> gate.missing("the comparison", known.keySet())));
    }
    return results;
  }
}
