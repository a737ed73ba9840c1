// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.audit.internal.count;

import dev.falcon.data.statistics.Rate;
import dev.falcon.mining.audit.request.AuditRequest;
import dev.falcon.mining.audit.request.AuditResult;
import dev.falcon.mining.audit.request.AuditResult.JudgeInfo;
import dev.falcon.mining.audit.request.AuditResult.RateRow;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** Computes every rate of every judge, and of truth. */
final class Rates {
  private final Members members;
  private final List<RateRow> rows = new ArrayList<>();

  private Rates(Members members) {
    this.members = members;
  }

  /** Returns the rates, by judge, threshold and common properties of the pairs. */
  static List<RateRow> of(
      Judged judged, Members members, Verdicts verdicts, List<Double> thresholds) {
    Rates rates = new Rates(members);
    for (int judge = 0; judge < judged.judges().size(); judge++) {
      JudgeInfo info = judged.judges().get(judge);
      AuditResult.Measure measure =
          info.scores().saysMatches()
              ? AuditResult.Measure.MATCHES
              : AuditResult.Measure.SCORES_ABOVE;
      int number = judge;
      for (double threshold : thresholds) {
        rates.add(
            info.name(), measure, threshold, pairs -> verdicts.above(number, threshold, pairs));
      }
    }
    rates.add(AuditRequest.TRUTH, AuditResult.Measure.MATCHES, null, verdicts::matches);
    return rates.rows;
  }

  private void add(
      String judge, AuditResult.Measure measure, Double threshold, Function<int[], Rate> rate) {
    members
        .all()
        .forEach(
            (key, pairs) -> {
              Rate counted = rate.apply(pairs);
              if (counted.judged() > 0) {
                rows.add(
                    new RateRow(
                        judge,
                        measure,
                        threshold,
                        key.kind(),
                        key.direction(),
                        key.group(),
                        key.value(),
                        counted));
              }
            });
  }
}
