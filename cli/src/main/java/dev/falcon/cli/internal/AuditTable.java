package dev.falcon.cli.internal;

import dev.falcon.data.statistics.Interval;
import dev.falcon.data.statistics.Rate;
import dev.falcon.mining.audit.AuditComparison;
import dev.falcon.mining.audit.AuditFigures;
import dev.falcon.mining.audit.AuditResult;
import dev.falcon.mining.audit.Auditor;
import dev.falcon.mining.audit.Direction;
import dev.falcon.mining.audit.PairKind;
import dev.falcon.mining.audit.Stratum;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Objects;

/** What {@code falcon audit-fn} prints. */
public final class AuditTable {
  private AuditTable() {}

  /** The result for people. */
  public static String of(AuditResult result, Path folder) {
    StringBuilder text = new StringBuilder();
    long drawn = result.strata().stream().mapToLong(Stratum::drawn).sum();
    text.append(
        String.format(
            Locale.ROOT,
            "%s: %,d pairs judged by %s%n%nFalse negatives in percent, with 95 %% intervals;"
                + " quantiles at the lowest threshold, the others are in the report%n",
            folder.resolve(Auditor.REPORT_FILE),
            drawn,
            String.join(", ", result.judges().stream().map(AuditResult.JudgeInfo::name).toList())));
    text.append(rates(result));
    exact(result, text);
    if (!result.detectors().isEmpty()) {
      text.append("\nThe judges against truth\n").append(detectors(result));
    }
    if (!result.fits().isEmpty()) {
      text.append("\nThresholds fitted on the calibration file\n").append(fits(result));
    }
    if (!result.corrections().isEmpty()) {
      text.append("\nRates corrected for the judges' errors\n").append(corrections(result));
    }
    result.cautions().forEach(line -> text.append("\nattention: ").append(line).append('\n'));
    if (result.rejected() > 0) {
      text.append(
          String.format(
              Locale.ROOT,
              "%nsamples rejected: %,d, listed in %s%n",
              result.rejected(),
              folder.resolve("rejects.parquet")));
    }
    return text.toString();
  }

  private static TextTable rates(AuditResult result) {
    TextTable table =
        new TextTable("negatives", "judge", "above", "both", "image to text", "text to image", "n");
    double lowest =
        result.rates().stream()
            .filter(row -> row.threshold() != null)
            .mapToDouble(AuditResult.RateRow::threshold)
            .min()
            .orElse(Double.NaN);
    boolean manyQuantiles =
        result.rates().stream()
                .filter(row -> "quantile".equals(row.group()))
                .map(AuditResult.RateRow::value)
                .distinct()
                .count()
            > 1;
    for (AuditResult.RateRow row : result.rates()) {
      boolean whole = row.direction() == null && row.group() == null;
      boolean level =
          row.direction() == null
              && manyQuantiles
              && "quantile".equals(row.group())
              && (row.threshold() == null || row.threshold() == lowest);
      if (whole || level) {
        table.row(
            name(row.kind(), row.value()),
            row.judge(),
            row.threshold() == null ? "–" : row.threshold().toString(),
            AuditFigures.percent(row.rate()),
            AuditFigures.percent(find(result, row, Direction.IMAGE_TO_TEXT)),
            AuditFigures.percent(find(result, row, Direction.TEXT_TO_IMAGE)),
            String.format(Locale.ROOT, "%,d", row.rate().judged()));
      }
    }
    return table;
  }

  private static Rate find(AuditResult result, AuditResult.RateRow like, Direction direction) {
    return result.rates().stream()
        .filter(row -> row.judge().equals(like.judge()) && row.kind() == like.kind())
        .filter(row -> Objects.equals(row.threshold(), like.threshold()))
        .filter(row -> Objects.equals(row.group(), like.group()))
        .filter(row -> Objects.equals(row.value(), like.value()))
        .filter(row -> row.direction() == direction)
        .map(AuditResult.RateRow::rate)
        .findFirst()
        .orElse(null);
  }

  private static void exact(AuditResult result, StringBuilder text) {
    for (PairKind kind : PairKind.values()) {
      long population = 0;
      long sameImage = 0;
      long sameCaption = 0;
      for (Stratum stratum : result.strata()) {
        if (stratum.kind() == kind && stratum.sameImage() != null) {
          population += stratum.population();
          sameImage += stratum.sameImage();
          sameCaption += stratum.sameCaption();
        }
      }
      if (population > 0) {
        text.append(
            String.format(
                Locale.ROOT,
                "%n%s: of all %,d pairs %,d show one image, %,d have one caption",
                kind.label(),
                population,
                sameImage,
                sameCaption));
      }
    }
    text.append('\n');
  }

  /** Each judge on each kind; other thresholds than the lowest are in the report. */
  private static TextTable detectors(AuditResult result) {
    TextTable table = new TextTable(AuditFigures.DETECTOR_HEADINGS.toArray(String[]::new));
    for (AuditResult.Detector detector : result.detectors()) {
      if (detector.direction() == null) {
        table.row(
            AuditFigures.cells(detector, detector.thresholds().get(0)).toArray(String[]::new));
      }
    }
    return table;
  }

  private static TextTable fits(AuditResult result) {
    TextTable table =
        new TextTable("judge", "precision asked", "above", "on", "precision", "recall");
    for (AuditResult.Fit fit : result.fits()) {
      String asked = Double.toString(fit.targetPrecision());
      if (fit.threshold() == null) {
        table.row(fit.judge(), asked, "none reaches it", "the calibration file", "–", "–");
        continue;
      }
      String above = AuditFigures.decimal(fit.threshold());
      AuditResult.AtThreshold fitted = fit.fitted();
      table.row(
          fit.judge(),
          asked,
          above,
          "the calibration file",
          AuditFigures.percent(fitted.precision()),
          AuditFigures.percent(fitted.recall()));
      for (AuditResult.Reported on : fit.reported()) {
        table.row(
            fit.judge(),
            asked,
            above,
            on.kind().label(),
            AuditFigures.percent(on.precision()),
            AuditFigures.percent(on.recall()));
      }
    }
    return table;
  }

  private static TextTable corrections(AuditResult result) {
    TextTable table = new TextTable("negatives", "judge", "above", "seen", "corrected");
    for (AuditResult.CorrectionRow row : result.corrections()) {
      table.row(
          name(row.kind(), row.quantile() == null ? null : row.quantile().toString()),
          row.judge(),
          Double.toString(row.threshold()),
          AuditFigures.percent(row.apparent()),
          AuditFigures.percent(row.corrected()));
    }
    return table;
  }

  /** Two audits side by side. */
  public static String of(AuditComparison comparison) {
    TextTable table =
        new TextTable("negatives", "judge", "above", "direction", "first", "second", "difference");
    for (AuditComparison.Row row : comparison.rows()) {
      table.row(
          name(row.kind(), row.value()),
          row.judge(),
          row.threshold() == null ? "–" : row.threshold().toString(),
          row.direction() == null ? "both" : row.direction().label(),
          AuditFigures.percent(row.first()),
          AuditFigures.percent(row.second()),
          signed(row.difference(), row.interval()));
    }
    return table.toString();
  }

  private static String signed(double difference, Interval interval) {
    return String.format(
        Locale.ROOT,
        "%+.2f [%+.2f, %+.2f]",
        100 * difference,
        100 * interval.low(),
        100 * interval.high());
  }

  private static String name(PairKind kind, String value) {
    return value == null ? kind.label() : kind.label() + " " + value;
  }
}
