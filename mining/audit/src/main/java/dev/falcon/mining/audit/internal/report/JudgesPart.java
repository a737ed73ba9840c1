// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.audit.internal.report;

import dev.falcon.data.report.Axis;
import dev.falcon.data.report.HtmlTable;
import dev.falcon.data.report.LinePlot;
import dev.falcon.data.report.Page;
import dev.falcon.mining.audit.request.AuditFigures;
import dev.falcon.mining.audit.request.AuditResult;
import dev.falcon.mining.audit.request.PairKind;
import dev.falcon.mining.label.LabelResult;
import dev.falcon.mining.label.LabelText;
import java.util.ArrayList;
import java.util.List;

/** The quality of the judges: against truth, as filters, and on the calibration file. */
final class JudgesPart {
  private final Page page;
  private final AuditResult result;

  JudgesPart(Page page, AuditResult result) {
    this.page = page;
    this.result = result;
  }

  void write() {
    onLabels();
    fits();
    corrections();
    filters();
    calibration();
    detectors();
  }

  /**
   * Adds the chart of the paper's Figure 2, bottom left, for the hardest kind of negatives with
   * known truth.
   */
  private void filters() {
    List<AuditResult.FilterRow> hardest = hardest();
    if (hardest.isEmpty()) {
      return;
    }
    AuditResult.FilterRow first = hardest.get(0);
    page.section("If a judge filtered the negatives")
        .paragraph(
            "Negatives that score above the threshold are left out. "
                + (first.quantile() == null
                    ? "Kind: " + first.kind().label()
                    : "Candidates at quantile " + AuditFigures.decimal(first.quantile()))
                + ". Solid: false ones among those kept; dashed: good ones lost.");
    LinePlot plot =
        Points.plot("Filtering by a threshold", Axis.between("threshold", 0, 1), "percent");
    for (int judge = 0; judge < result.judges().size(); judge++) {
      String name = result.judges().get(judge).name();
      List<LinePlot.Point> kept = new ArrayList<>();
      List<LinePlot.Point> lost = new ArrayList<>();
      for (AuditResult.FilterRow row : hardest) {
        if (row.judge().equals(name)) {
          if (row.stillFalse() != null) {
            kept.add(
                Points.of(row.threshold(), row.stillFalse().share(), row.stillFalse().interval()));
          }
          if (row.goodLost() != null) {
            lost.add(Points.of(row.threshold(), row.goodLost().share(), row.goodLost().interval()));
          }
        }
      }
      plot.add(name + ": still false", LinePlot.Look.of(judge), kept);
      plot.add(name + ": good ones lost", new LinePlot.Look(judge, true, 1), lost);
    }
    page.add(plot);
  }

  private List<AuditResult.FilterRow> hardest() {
    double highest =
        result.filters().stream()
            .filter(row -> row.quantile() != null)
            .mapToDouble(AuditResult.FilterRow::quantile)
            .max()
            .orElse(Double.NaN);
    PairKind kind = hardestKind();
    return result.filters().stream()
        .filter(row -> row.kind() == kind)
        .filter(row -> row.quantile() == null || row.quantile() == highest)
        .toList();
  }

  /** Returns the hardest kind of negatives with known truth; null if there is none. */
  private PairKind hardestKind() {
    return PairKind.hardestFirst().stream()
        .filter(kind -> result.filters().stream().anyMatch(row -> row.kind() == kind))
        .findFirst()
        .orElse(null);
  }

  private void detectors() {
    if (result.detectors().isEmpty()) {
      return;
    }
    HtmlTable table = new HtmlTable(AuditFigures.DETECTOR_HEADINGS);
    AuditFigures.detectors(result, true).forEach(table::row);
    page.section("The judges against truth").folded("by kind, direction and threshold", table);
  }

  private void calibration() {
    PairKind kind = hardestKind();
    List<AuditResult.Detector> detectors =
        result.detectors().stream().filter(d -> d.direction() == null && d.kind() == kind).toList();
    if (detectors.isEmpty()) {
      return;
    }
    boolean cosine =
        detectors.stream().anyMatch(d -> d.calibration().stream().anyMatch(bin -> bin.low() < 0));
    LinePlot plot =
        Points.plot("Calibration", Axis.between("score", cosine ? -1 : 0, 1), "percent that match")
            .diagonal();
    for (int i = 0; i < detectors.size(); i++) {
      List<LinePlot.Point> points = new ArrayList<>();
      for (AuditResult.CalibrationBin bin : detectors.get(i).calibration()) {
        points.add(Points.of(bin.meanScore(), bin.matches().share(), bin.matches().interval()));
      }
      plot.add(detectors.get(i).judge(), LinePlot.Look.of(i), points);
    }
    page.section("Do the scores mean what they say?")
        .paragraph(
            "The share that matches among pairs of about one score. Kind: " + kind.label() + ".")
        .add(plot);
  }

  private void onLabels() {
    List<LabelResult> labels =
        result.labels().stream().filter(one -> !one.judges().isEmpty()).toList();
    if (labels.isEmpty()) {
      return;
    }
    page.section("The judges on the labels")
        .paragraph(
            "A label stands for the pairs of its bin. Labels saved: how many more the same interval"
                + " takes without a judge than with this one in the design.");
    for (LabelResult one : labels) {
      HtmlTable table = new HtmlTable(LabelText.JUDGE_HEADINGS);
      LabelText.judges(one).forEach(table::row);
      page.paragraph("Kind: " + one.design().negatives() + ".").add(table);
    }
  }

  private void fits() {
    if (result.fits().isEmpty()) {
      return;
    }
    HtmlTable table =
        new HtmlTable(List.of("judge", "on", "precision asked", "above", "precision", "recall"));
    for (AuditFigures.FitRow fit : AuditFigures.fits(result)) {
      table.row(
          List.of(fit.judge(), fit.on(), fit.asked(), fit.above(), fit.precision(), fit.recall()));
    }
    page.section("Thresholds fitted on the calibration file").add(table);
  }

  private void corrections() {
    if (result.corrections().isEmpty()) {
      return;
    }
    HtmlTable table =
        new HtmlTable(
            List.of("negatives", "judge", "sensitivity", "specificity", "seen", "corrected"));
    for (AuditResult.CorrectionRow row : result.corrections()) {
      table.row(
          List.of(
              AuditFigures.name(row.kind(), row.quantile()),
              AuditFigures.above(row.judge(), row.threshold()),
              AuditFigures.percent(row.sensitivity()),
              AuditFigures.percent(row.specificity()),
              AuditFigures.percent(row.apparent()),
              AuditFigures.percent(row.corrected())));
    }
    page.section("Rates corrected for the judges' errors")
        .paragraph(
            "By Rogan and Gladen, with the errors seen on the calibration file. A dash stands where"
                + " a judge is near chance there, errs otherwise here, or was not seen on pairs of"
                + " the kind.")
        .add(table);
  }
}
