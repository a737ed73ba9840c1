// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.audit.internal.report;

import dev.falcon.data.report.Axis;
import dev.falcon.data.report.IntervalChart;
import dev.falcon.data.report.LinePlot;
import dev.falcon.data.report.Page;
import dev.falcon.data.statistics.Correction;
import dev.falcon.mining.audit.request.AuditFigures;
import dev.falcon.mining.audit.request.AuditResult;
import dev.falcon.mining.audit.request.AuditResult.CorrectionRow;
import dev.falcon.mining.audit.request.AuditResult.RateRow;
import dev.falcon.mining.audit.request.Finding;
import dev.falcon.mining.audit.request.PairKind;
import dev.falcon.mining.audit.request.ScoreSummary;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The findings: the false negatives of each kind, by every judge. */
final class FindingsPart {
  private final Page page;
  private final AuditResult result;
  private final Map<String, Integer> colours = new LinkedHashMap<>();

  FindingsPart(Page page, AuditResult result) {
    this.page = page;
    this.result = result;
  }

  /** Adds the chart of all kinds; a chart of scores if nothing identifies false negatives. */
  void chart() {
    if (result.findings().isEmpty()) {
      scores();
      return;
    }
    Map<Finding, List<IntervalChart.Mark>> marks = new LinkedHashMap<>();
    List<Double> ends = new ArrayList<>(List.of(0.0));
    for (Finding finding : result.findings()) {
      boolean gridTotal =
          finding.kind() == PairKind.QUANTILE
              && finding.quantile() == null
              && result.findings().stream()
                  .anyMatch(f -> f.kind() == PairKind.QUANTILE && f.quantile() != null);
      boolean levelOfPlan = finding.quantile() != null && finding.kind() != PairKind.QUANTILE;
      if (!gridTotal && !levelOfPlan) {
        List<IntervalChart.Mark> all = marks(finding);
        marks.put(finding, all);
        all.forEach(mark -> ends.add(mark.high()));
      }
    }
    IntervalChart chart =
        new IntervalChart(
            "False negatives by kind of negative", Axis.around("false negatives, percent", ends));
    marks.forEach(
        (finding, all) ->
            chart.row(
                AuditFigures.name(finding.kind(), finding.quantile()).replace('_', ' '),
                AuditFigures.percent(finding.share(), finding.interval()),
                all));
    page.add(chart);
    page.add(
        "<p class=\"faint\">"
            + AuditFigures.kinds(result)
            + ". "
            + AuditFigures.OF_INTERVALS
            + ".</p>\n");
  }

  /** Returns the marks of a kind: the finding first, then other judges' rates. */
  private List<IntervalChart.Mark> marks(Finding finding) {
    List<IntervalChart.Mark> marks = new ArrayList<>();
    marks.add(
        mark(
            AuditFigures.source(finding),
            finding.share(),
            finding.interval().low(),
            finding.interval().high()));
    if (finding.anytime() != null) {
      marks.add(
          mark(
              "labels, whenever one stops",
              finding.share(),
              finding.anytime().low(),
              finding.anytime().high()));
    }
    double lowest =
        result.rates().stream()
            .filter(row -> row.threshold() != null)
            .mapToDouble(RateRow::threshold)
            .min()
            .orElse(Double.NaN);
    for (RateRow row : result.rates()) {
      boolean itself =
          row.judge().equals(finding.judge()) && finding.source() != Finding.Source.CORRECTED;
      boolean comparable =
          row.measure() == AuditResult.Measure.MATCHES
              && (row.threshold() == null || row.threshold() == lowest);
      if (!itself && comparable && sameNegatives(row, finding)) {
        marks.add(
            mark(
                AuditFigures.above(row.judge(), row.threshold()),
                row.rate().share(),
                row.rate().interval().low(),
                row.rate().interval().high()));
      }
    }
    return marks;
  }

  private static boolean sameNegatives(RateRow row, Finding finding) {
    return row.kind() == finding.kind()
        && row.direction() == null
        && (finding.quantile() == null
            ? row.group() == null
            : "quantile".equals(row.group())
                && Double.valueOf(row.value()).equals(finding.quantile()));
  }

  private IntervalChart.Mark mark(String name, double share, double low, double high) {
    colours.putIfAbsent(name, colours.size());
    return IntervalChart.Mark.of(name, colours.get(name), 100 * share, 100 * low, 100 * high);
  }

  private void scores() {
    if (result.generationScores().isEmpty()) {
      return;
    }
    List<Double> ends = new ArrayList<>();
    result.generationScores().forEach(row -> ends.addAll(List.of(row.p5(), row.p95())));
    IntervalChart chart =
        new IntervalChart("Scores by kind of negative", Axis.around("score", ends));
    for (ScoreSummary row : result.generationScores()) {
      colours.putIfAbsent(row.judge(), colours.size());
      chart.row(
          AuditFigures.name(row.kind(), row.quantile()).replace('_', ' '),
          String.format(Locale.ROOT, "%.3f [%.3f, %.3f]", row.median(), row.p5(), row.p95()),
          List.of(
              IntervalChart.Mark.of(
                  row.judge(), colours.get(row.judge()), row.median(), row.p5(), row.p95())));
    }
    page.add(chart);
    page.add("<p class=\"faint\">The median score, and the middle 90 % of the pairs.</p>\n");
  }

  /** Adds the chart of the paper's Figure 2, top left. */
  void byQuantile() {
    Map<String, List<LinePlot.Point>> lines = new LinkedHashMap<>();
    for (RateRow row : result.generationRates()) {
      if ("quantile".equals(row.group())
          && row.direction() == null
          && row.measure() == AuditResult.Measure.MATCHES) {
        lines
            .computeIfAbsent(
                AuditFigures.above(row.judge(), row.threshold()), name -> new ArrayList<>())
            .add(
                Points.of(
                    Double.parseDouble(row.value()), row.rate().share(), row.rate().interval()));
      }
    }
    for (CorrectionRow row : result.corrections()) {
      if (row.quantile() != null && row.corrected().doubt() == Correction.Doubt.NONE) {
        lines
            .computeIfAbsent(
                AuditFigures.above(row.judge(), row.threshold()) + ", corrected",
                name -> new ArrayList<>())
            .add(Points.of(row.quantile(), row.corrected().share(), row.corrected().interval()));
      }
    }
    lines.values().removeIf(points -> points.size() < 2);
    if (lines.isEmpty()) {
      return;
    }
    LinePlot plot =
        Points.plot("False negatives by quantile", Axis.between("quantile", 0, 1), "percent");
    lines.forEach(
        (name, points) -> {
          colours.putIfAbsent(name, colours.size());
          plot.add(name, LinePlot.Look.of(colours.get(name)), points);
        });
    page.section("False negatives by quantile of similarity").add(plot);
  }
}
