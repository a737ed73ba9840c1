package dev.falcon.mining.audit.internal;

import dev.falcon.data.AtomicFile;
import dev.falcon.data.BuildInfo;
import dev.falcon.data.FalconException;
import dev.falcon.data.SampleSource;
import dev.falcon.mining.audit.AuditRequest;
import dev.falcon.mining.audit.AuditResult;
import dev.falcon.mining.audit.AuditResult.RateRow;
import dev.falcon.mining.audit.PairKind;
import dev.falcon.mining.audit.statistics.Calibration;
import dev.falcon.mining.audit.statistics.Rate;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * The audit as one page: drawings, tables and pictures, nothing loaded from anywhere, in light and
 * dark as the reader's system asks.
 */
public final class AuditPage {
  private final AuditResult result;
  private final Judged judged;
  private final StringBuilder page = new StringBuilder();

  private AuditPage(AuditResult result, Judged judged) {
    this.result = result;
    this.judged = judged;
  }

  /** Writes the page. */
  public static void write(Path file, AuditResult result, Judged judged, SampleSource data) {
    String html = new AuditPage(result, judged).html(data);
    try (AtomicFile output = AtomicFile.create(file)) {
      Files.writeString(output.path(), html);
      output.commit();
    } catch (IOException e) {
      throw new FalconException(file + ": cannot be written: " + e.getMessage(), e);
    }
  }

  private String html(SampleSource data) {
    page.append("<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n");
    page.append("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n");
    page.append("<title>False negatives</title>\n<style>\n").append(style());
    page.append("</style>\n</head>\n<body>\n<h1>False negatives in ");
    page.append(Markup.escape(judged.items().shortName())).append("</h1>\n<p>");
    page.append(Markup.escape(introduction())).append("</p>\n");
    byQuantile();
    filters();
    detectors();
    calibration();
    corrections();
    galleries(data);
    rates();
    page.append("<p class=\"faint\">seed ").append(result.provenance().seed());
    page.append("; falcon ").append(Markup.escape(BuildInfo.current().version()));
    return page.append("</p>\n</body>\n</html>\n").toString();
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

  private void section(String title) {
    page.append("<h2>").append(Markup.escape(title)).append("</h2>\n");
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
    if (lines.isEmpty()) {
      return;
    }
    section("False negatives by quantile of similarity");
    LinePlot plot = new LinePlot("False negatives by quantile", "quantile", "percent", 0, 1);
    lines.forEach((name, points) -> plot.add(name, colours.get(name), false, points));
    page.append(plot.end());
  }

  private static LinePlot.Point point(RateRow row) {
    return point(Double.parseDouble(row.value()), row.rate());
  }

  private static LinePlot.Point point(double x, Rate rate) {
    return new LinePlot.Point(x, rate.share(), rate.interval().low(), rate.interval().high());
  }

  private void rates() {
    section("Every rate");
    page.append("<details><summary>by judge, direction and group</summary>\n");
    Markup.head(page, "negatives", "of", "judge", "direction", "false, percent", "pairs judged");
    for (RateRow row : result.rates()) {
      Markup.row(
          page,
          List.of(
              row.kind().label(),
              row.group() == null ? "all" : row.group() + " " + row.value(),
              above(row.judge(), row.threshold()),
              row.direction() == null ? "both" : row.direction().label(),
              Markup.percent(row.rate()),
              String.format(Locale.ROOT, "%,d", row.rate().judged())));
    }
    Markup.endTable(page);
    page.append("</details>\n");
  }

  /** Figure 2, bottom left, of the hardest negatives that there are. */
  private void filters() {
    List<AuditResult.FilterRow> hardest = hardest();
    if (hardest.isEmpty()) {
      return;
    }
    section("If a judge filtered the negatives");
    AuditResult.FilterRow first = hardest.get(0);
    page.append("<p>Negatives that score above the threshold are left out. ");
    page.append(
        first.quantile() == null
            ? "Kind: " + first.kind().label()
            : "Candidates at quantile " + Rates.decimal(first.quantile()));
    page.append(". Solid: false ones among those kept; dashed: good ones lost.</p>\n");
    LinePlot plot = new LinePlot("Filtering by a threshold", "threshold", "percent", 0, 1);
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
      plot.add(name + ": still false", judge, false, kept);
      plot.add(name + ": good ones lost", judge, true, lost);
    }
    page.append(plot.end());
  }

  private List<AuditResult.FilterRow> hardest() {
    double highest =
        result.filters().stream()
            .filter(row -> row.quantile() != null)
            .mapToDouble(AuditResult.FilterRow::quantile)
            .max()
            .orElse(Double.NaN);
    List<PairKind> order =
        List.of(PairKind.HARDEST, PairKind.QUANTILE, PairKind.CHAIN, PairKind.LISTED);
    return order.stream()
        .map(
            kind ->
                result.filters().stream()
                    .filter(row -> row.kind() == kind)
                    .filter(row -> row.quantile() == null || row.quantile() == highest)
                    .toList())
        .filter(rows -> !rows.isEmpty())
        .findFirst()
        .orElse(List.of());
  }

  private void detectors() {
    if (result.detectors().isEmpty()) {
      return;
    }
    section("The judges against truth");
    Markup.head(
        page,
        "judge",
        "direction",
        "pairs",
        "matches",
        "AP",
        "ROC AUC",
        "above",
        "precision",
        "recall");
    for (AuditResult.Detector detector : result.detectors()) {
      for (AuditResult.AtThreshold at : detector.thresholds()) {
        Markup.row(
            page,
            List.of(
                detector.judge(),
                detector.direction() == null ? "both" : detector.direction().label(),
                String.format(Locale.ROOT, "%,d", detector.pairs()),
                String.format(Locale.ROOT, "%,d", detector.matches()),
                Markup.decimal(detector.averagePrecision()),
                Markup.decimal(detector.rocAuc()),
                Double.toString(at.threshold()),
                Markup.percent(at.precision()),
                Markup.percent(at.recall())));
      }
    }
    Markup.endTable(page);
  }

  private void calibration() {
    List<AuditResult.Detector> detectors =
        result.detectors().stream().filter(d -> d.direction() == null).toList();
    if (detectors.isEmpty()) {
      return;
    }
    section("Do the scores mean what they say?");
    page.append("<p>The share that matches among pairs of about one score.</p>\n");
    boolean cosine =
        detectors.stream().anyMatch(d -> d.calibration().stream().anyMatch(bin -> bin.low() < 0));
    LinePlot plot =
        new LinePlot("Calibration", "score", "percent that match", cosine ? -1 : 0, 1).diagonal();
    for (int i = 0; i < detectors.size(); i++) {
      List<LinePlot.Point> points = new ArrayList<>();
      for (Calibration.Bin bin : detectors.get(i).calibration()) {
        points.add(point(bin.meanScore(), bin.matches()));
      }
      plot.add(detectors.get(i).judge(), i, false, points);
    }
    page.append(plot.end());
  }

  private void corrections() {
    if (!result.fits().isEmpty()) {
      section("Thresholds fitted on the calibration file");
      Markup.head(page, "judge", "precision asked", "threshold", "precision", "recall", "reported");
      for (AuditResult.Fit fit : result.fits()) {
        Markup.row(
            page,
            List.of(
                fit.judge(),
                Double.toString(fit.targetPrecision()),
                Markup.decimal(fit.threshold()),
                fit.fitted() == null ? "–" : Markup.percent(fit.fitted().precision()),
                fit.fitted() == null ? "–" : Markup.percent(fit.fitted().recall()),
                fit.reported() == null ? "–" : Markup.percent(fit.reported().precision())));
      }
      Markup.endTable(page);
    }
    if (!result.corrections().isEmpty()) {
      section("Rates corrected for the judges' errors");
      Markup.head(page, "negatives", "judge", "seen", "corrected");
      for (AuditResult.CorrectionRow row : result.corrections()) {
        Markup.row(
            page,
            List.of(
                row.kind().label()
                    + (row.quantile() == null ? "" : " " + Rates.decimal(row.quantile())),
                above(row.judge(), row.threshold()),
                Markup.percent(row.apparent()),
                Markup.percent(row.corrected())));
      }
      Markup.endTable(page);
    }
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
        section("Pairs to look at: " + judged.judges().get(judge).name());
        galleries.get(judge).write(page, images);
      }
    }
  }

  private static String style() {
    try (InputStream in = AuditPage.class.getResourceAsStream("audit.css")) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException("the page's style cannot be read from Falcon's own jar", e);
    }
  }
}
