// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.audit.internal.report;

import dev.falcon.data.report.HtmlTable;
import dev.falcon.data.report.Page;
import dev.falcon.mining.audit.request.AuditFigures;
import dev.falcon.mining.audit.request.AuditResult;
import dev.falcon.mining.audit.request.AuditResult.RateRow;
import dev.falcon.mining.audit.request.ScoreSummary;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** All numbers of the audit, in folded sections. */
final class RatesPart {
  private final Page page;
  private final AuditResult result;

  RatesPart(Page page, AuditResult result) {
    this.page = page;
    this.result = result;
  }

  void write() {
    page.section("Every rate");
    rates(
        AuditResult.Measure.MATCHES,
        "false, percent",
        "false negatives by judge, direction and group");
    rates(
        AuditResult.Measure.SCORES_ABOVE,
        "score above, percent",
        "scores above thresholds, of cosines: no rates of false negatives");
    scores();
  }

  private void rates(AuditResult.Measure measure, String heading, String summary) {
    List<RateRow> rows =
        result.generationRates().stream().filter(row -> row.measure() == measure).toList();
    if (rows.isEmpty()) {
      return;
    }
    HtmlTable table =
        new HtmlTable(List.of("negatives", "of", "judge", "direction", heading, "pairs", "worth"));
    for (RateRow row : rows) {
      table.row(
          List.of(
              row.kind().label(),
              row.group() == null ? "all" : row.group().replace('_', ' ') + " " + row.value(),
              AuditFigures.above(row.judge(), row.threshold()),
              AuditFigures.direction(row.direction()),
              AuditFigures.percent(row.rate()),
              String.format(Locale.ROOT, "%,d", row.rate().judged()),
              String.format(Locale.ROOT, "%,.0f", row.rate().effective())));
    }
    page.folded(summary, table);
  }

  private void scores() {
    if (result.scores().isEmpty()) {
      return;
    }
    HtmlTable table =
        new HtmlTable(
            List.of(
                "negatives",
                "judge",
                "pairs",
                "mean",
                "sd",
                "min",
                "5 %",
                "25 %",
                "median",
                "75 %",
                "95 %",
                "max"));
    for (ScoreSummary row : result.scores()) {
      List<String> cells = new ArrayList<>();
      cells.add(AuditFigures.name(row.kind(), row.quantile()));
      cells.add(row.judge());
      cells.add(String.format(Locale.ROOT, "%,d", row.pairs()));
      for (double value :
          List.of(
              row.mean(),
              row.standardDeviation(),
              row.min(),
              row.p5(),
              row.p25(),
              row.median(),
              row.p75(),
              row.p95(),
              row.max())) {
        cells.add(String.format(Locale.ROOT, "%.3f", value));
      }
      table.row(cells);
    }
    page.folded("distribution of scores", table);
  }
}
