package dev.falcon.mining.audit.internal;

import dev.falcon.data.AtomicFile;
import dev.falcon.data.SampleSource;
import dev.falcon.data.report.Axis;
import dev.falcon.data.report.HtmlTable;
import dev.falcon.data.report.LinePlot;
import dev.falcon.data.report.LinePlot.Look;
import dev.falcon.data.report.Page;
import dev.falcon.data.statistics.Calibration;
import dev.falcon.data.statistics.Rate;
import dev.falcon.mining.audit.AuditFigures;
import dev.falcon.mining.audit.AuditRequest;
import dev.falcon.mining.audit.AuditResult;
import dev.falcon.mining.audit.AuditResult.RateRow;
import dev.falcon.mining.audit.PairKind;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** The audit as one page: drawings, tables and pictures. */
public final class AuditPage {
  private static final List<PairKind> HARDEST_FIRST =
      List.of(
          PairKind.HARDEST,
          PairKind.QUANTILE,
          PairKind.CHAIN,
          PairKind.LISTED,
          PairKind.OFF_DIAGONAL);

  private final AuditResult result;
  private final Judged judged;
  private final Page page;

  private AuditPage(AuditResult result, Judged judged) {
    this.result = result;
    this.judged = judged;
    this.page = new Page("False negatives in " + judged.items().shortName());
  }

  /** Writes the page. */
  public static void write(Path file, AuditResult result, Judged judged, SampleSource data) {
    AtomicFile.write(file, new AuditPage(result, judged).html(data));
  }

  private String html(SampleSource data) {
    page.paragraph(introduction());
    result.cautions().forEach(line -> page.caution("Attention: " + line + "."));
    byQuantile();
    filters();
    detectors();
    calibration();
    corrections();
    galleries(data);
    rates();
    return page.end("seed " + result.provenance().seed());
  }

  private String introduction() {
    long drawn = result.strata().stream().mapToLong(s -> s.drawn()).sum();
    return String.format(
        Locale.ROOT,
        "%,d pairs that serve as negatives, judged by %s. A pair whose score is above a threshold"
            + " is called a match, so the negative is false. Shares are in percent, brackets and"
            + " bands are 95 %% intervals (Wilson's).",
        drawn,
        String.join(", ", result.judges().stream().map(AuditResult.JudgeInfo::name).toList()));
  }

  private static String above(String judge, Double threshold) {
    return threshold == null ? judge : judge + " > " + threshold;
  }

  /** Figure 2, top left. */
  private void byQuantile() {
    Map<String, List<LinePlot.Point>> lines = new LinkedHashMap<>();
    Map<String, Integer> colours = new LinkedHashMap<>();
    for (RateRow row : result.rates()) {
      if ("quantile".equals(row.group()) && row.direction() == null) {
        String name = above(row.judge(), row.threshold());
        colours.putIfAbsent(name, colours.size());
        lines.computeIfAbsent(name, n -> new ArrayList<>()).add(point(row));
      }
    }
    if (lines.values().stream().noneMatch(points -> points.size() > 1)) {
      return; // a single quantile is no curve
    }
    LinePlot plot = plot("False negatives by quantile", Axis.between("quantile", 0, 1), "percent");
    lines.forEach((name, points) -> plot.add(name, Look.of(colours.get(name)), points));
    page.section("False negatives by quantile of similarity").add(plot);
  }

  private static LinePlot.Point point(RateRow row) {
    return point(Double.parseDouble(row.value()), row.rate());
  }

  private static LinePlot.Point point(double x, Rate rate) {
    return new LinePlot.Point(
        x, 100 * rate.share(), 100 * rate.interval().low(), 100 * rate.interval().high());
  }

  /** Of shares in percent. */
  private static LinePlot plot(String title, Axis x, String yName) {
    return new LinePlot(title, LinePlot.Size.WIDE, x, Axis.between(yName, 0, 100));
  }

  private void rates() {
    HtmlTable table =
        new HtmlTable(
            List.of("negatives", "of", "judge", "direction", "false, percent", "pairs judged"));
    for (RateRow row : result.rates()) {
      table.row(
          List.of(
              row.kind().label(),
              row.group() == null ? "all" : row.group() + " " + row.value(),
              above(row.judge(), row.threshold()),
              row.direction() == null ? "both" : row.direction().label(),
              AuditFigures.percent(row.rate()),
              String.format(Locale.ROOT, "%,d", row.rate().judged())));
    }
    page.section("Every rate")
        .add("<details><summary>by judge, direction and group</summary>\n")
        .add(table)
        .add("</details>\n");
  }

  /** Figure 2, bottom left, of the hardest negatives that there are. */
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
                    : "Candidates at quantile " + Rates.decimal(first.quantile()))
                + ". Solid: false ones among those kept; dashed: good ones lost.");
    LinePlot plot = plot("Filtering by a threshold", Axis.between("threshold", 0, 1), "percent");
    for (int judge = 0; judge < result.judges().size(); judge++) {
      String name = result.judges().get(judge).name();
      List<LinePlot.Point> kept = new ArrayList<>();
      List<LinePlot.Point> lost = new ArrayList<>();
      for (AuditResult.FilterRow row : hardest) {
        if (row.judge().equals(name)) {
          if (row.stillFalse() != null) {
            kept.add(point(row.threshold(), row.stillFalse()));
          }
          if (row.goodLost() != null) {
            lost.add(point(row.threshold(), row.goodLost()));
          }
        }
      }
      plot.add(name + ": still false", Look.of(judge), kept);
      plot.add(name + ": good ones lost", new Look(judge, true, 1), lost);
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

  /** The kind of negatives that are hardest, of those whose truth is known; or null. */
  private PairKind hardestKind() {
    return HARDEST_FIRST.stream()
        .filter(kind -> result.filters().stream().anyMatch(row -> row.kind() == kind))
        .findFirst()
        .orElse(null);
  }

  private void detectors() {
    if (result.detectors().isEmpty()) {
      return;
    }
    HtmlTable table = new HtmlTable(AuditFigures.DETECTOR_HEADINGS);
    for (AuditResult.Detector detector : result.detectors()) {
      for (AuditResult.AtThreshold at : detector.thresholds()) {
        table.row(AuditFigures.cells(detector, at));
      }
    }
    page.section("The judges against truth").add(table);
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
        plot("Calibration", Axis.between("score", cosine ? -1 : 0, 1), "percent that match")
            .diagonal();
    for (int i = 0; i < detectors.size(); i++) {
      List<LinePlot.Point> points = new ArrayList<>();
      for (Calibration.Bin bin : detectors.get(i).calibration()) {
        points.add(point(bin.meanScore(), bin.matches()));
      }
      plot.add(detectors.get(i).judge(), Look.of(i), points);
    }
    page.section("Do the scores mean what they say?")
        .paragraph(
            "The share that matches among pairs of about one score. Kind: " + kind.label() + ".")
        .add(plot);
  }

  private void corrections() {
    if (!result.fits().isEmpty()) {
      HtmlTable table =
          new HtmlTable(List.of("judge", "on", "precision asked", "above", "precision", "recall"));
      for (AuditResult.Fit fit : result.fits()) {
        table.row(fitRow(fit, "the calibration file", fit.fitted()));
        for (AuditResult.Reported on : fit.reported()) {
          table.row(
              fitRow(
                  fit,
                  on.kind().label(),
                  new AuditResult.AtThreshold(fit.threshold(), on.precision(), on.recall())));
        }
      }
      page.section("Thresholds fitted on the calibration file").add(table);
    }
    if (!result.corrections().isEmpty()) {
      HtmlTable table = new HtmlTable(List.of("negatives", "judge", "seen", "corrected"));
      for (AuditResult.CorrectionRow row : result.corrections()) {
        table.row(
            List.of(
                row.kind().label()
                    + (row.quantile() == null ? "" : " " + Rates.decimal(row.quantile())),
                above(row.judge(), row.threshold()),
                AuditFigures.percent(row.apparent()),
                AuditFigures.percent(row.corrected())));
      }
      page.section("Rates corrected for the judges' errors").add(table);
    }
  }

  private static List<String> fitRow(AuditResult.Fit fit, String on, AuditResult.AtThreshold at) {
    return List.of(
        fit.judge(),
        on,
        Double.toString(fit.targetPrecision()),
        fit.threshold() == null ? "none reaches it" : AuditFigures.decimal(fit.threshold()),
        at == null ? "–" : AuditFigures.percent(at.precision()),
        at == null ? "–" : AuditFigures.percent(at.recall()));
  }

  private void galleries(SampleSource data) {
    List<Gallery> galleries = new ArrayList<>();
    Set<String> keys = new TreeSet<>();
    for (int judge = 0; judge < judged.judges().size(); judge++) {
      boolean alone = judged.judges().size() == 1;
      if (alone || !judged.judges().get(judge).name().equals(AuditRequest.STORE_COSINE)) {
        Gallery gallery = new Gallery(judged, judge);
        gallery.addImages(keys);
        galleries.add(gallery);
        continue;
      }
      galleries.add(null);
    }
    Map<String, byte[]> images = Gallery.images(data, keys);
    for (int judge = 0; judge < galleries.size(); judge++) {
      if (galleries.get(judge) != null) {
        page.section("Pairs to look at: " + judged.judges().get(judge).name());
        galleries.get(judge).write(page, images);
      }
    }
  }
}
