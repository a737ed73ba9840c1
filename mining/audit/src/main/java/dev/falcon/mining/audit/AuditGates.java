// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.audit;

import dev.falcon.data.gate.GateResult;
import dev.falcon.data.gate.Measurement;
import dev.falcon.data.gate.MetricGate;
import dev.falcon.data.statistics.Interval;
import dev.falcon.mining.audit.request.AuditResult;
import dev.falcon.mining.audit.request.AuditResult.RateRow;
import dev.falcon.mining.audit.request.Finding;
import dev.falcon.mining.audit.request.PairKind;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Gates on an audit. A metric is a kind of pairs, such as {@code hardest} or {@code chain}; a
 * quantile of a grid, such as {@code quantile=0.9}; or the id of one of the audit's shares. Lower
 * is better.
 */
public final class AuditGates {
  private AuditGates() {}

  /** Decides on all gates. */
  public static List<GateResult> decide(AuditResult audit, List<MetricGate> gates) {
    Map<String, Measurement> measured = measurements(audit);
    return gates.stream().map(gate -> decide(gate, measured)).toList();
  }

  private static GateResult decide(MetricGate gate, Map<String, Measurement> audit) {
    Measurement measured = audit.get(gate.metric());
    if (measured == null) {
      return gate.missing("the audit", known(audit));
    }
    if (gate.requirement() instanceof MetricGate.Requirement.Bound bound) {
      return gate.decide(measured, bound);
    }
    String file = ((MetricGate.Requirement.NotWorseThan) gate.requirement()).file();
    Map<String, Measurement> baseline = measurements(AuditComparison.read(Path.of(file)));
    Measurement before = baseline.get(gate.metric());
    return before == null
        ? gate.missing(file, known(baseline))
        : gate.decide(measured, before, difference(measured, before), false);
  }

  private static Measurement difference(Measurement one, Measurement other) {
    Optional<Interval> interval =
        one.interval()
            .flatMap(
                own ->
                    other
                        .interval()
                        .map(its -> Interval.ofDifference(one.value(), own, other.value(), its)));
    return new Measurement(one.value() - other.value(), interval);
  }

  private static List<String> known(Map<String, Measurement> measured) {
    List<String> known =
        new ArrayList<>(measured.keySet().stream().filter(name -> !name.contains("/")).toList());
    known.add("and the ids of its shares");
    return known;
  }

  /** Returns every share that a gate can name, in the order of the file. */
  private static Map<String, Measurement> measurements(AuditResult audit) {
    Map<String, Measurement> measured = new LinkedHashMap<>();
    for (Finding finding : audit.findings()) {
      Measurement share = new Measurement(finding.share(), Optional.ofNullable(finding.interval()));
      if (finding.quantile() == null) {
        measured.putIfAbsent(finding.kind().label(), share);
      } else {
        measured.putIfAbsent("quantile=" + finding.quantile(), share);
      }
    }
    // A grid has no batches; its greatest quantile takes their place.
    audit.findings().stream()
        .filter(finding -> finding.quantile() != null)
        .max(Comparator.comparing(Finding::quantile))
        .ifPresent(
            finding ->
                measured.putIfAbsent(
                    PairKind.HARDEST.label(), measured.get("quantile=" + finding.quantile())));
    for (RateRow row : audit.rates()) {
      if (!Double.isNaN(row.rate().share())) {
        measured.putIfAbsent(
            row.id(),
            new Measurement(row.rate().share(), Optional.ofNullable(row.rate().interval())));
      }
    }
    return measured;
  }
}
