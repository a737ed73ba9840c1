// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli.internal.table;

import dev.falcon.cli.internal.process.AdvisedFlags;
import dev.falcon.data.statistics.Interval;
import dev.falcon.data.statistics.Rate;
import dev.falcon.data.table.Rejects;
import dev.falcon.mining.audit.AuditComparison;
import dev.falcon.mining.audit.AuditShardResult;
import dev.falcon.mining.audit.Auditor;
import dev.falcon.mining.audit.request.AuditCautions;
import dev.falcon.mining.audit.request.AuditFigures;
import dev.falcon.mining.audit.request.AuditResult;
import dev.falcon.mining.audit.request.AuditResult.RateRow;
import dev.falcon.mining.audit.request.Direction;
import dev.falcon.mining.audit.request.Finding;
import dev.falcon.mining.audit.request.PairKind;
import dev.falcon.mining.audit.request.ScoreSummary;
import dev.falcon.mining.audit.request.Stratum;
import dev.falcon.mining.label.LabelResult;
import dev.falcon.mining.label.LabelText;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;

/** The output of {@code falcon audit-fn}. */
public final class AuditTable {
  private static final String FALSE_NEGATIVES = "False negatives in percent, with 95 % intervals";
  private static final String SCORES_ABOVE =
      "Scores above a threshold in percent, with 95 % intervals; these are cosines, not rates of"
          + " false negatives";

  private AuditTable() {}

  /** Returns the result of one task for people. */
  public static String of(AuditShardResult result) {
    return new Counted.Share(
            result.folder(), result.shard(), "block", "judged", "completes the audit")
        .of(result.judged(), result.found(), result.missing(), result.blocks(), "");
  }

  /**
   * Returns the result for people.
   *
   * @param verbose whether every judge, threshold and direction is shown
   */
  public static String of(AuditResult result, Path folder, boolean verbose) {
    StringBuilder text = new StringBuilder();
    text.append(
        String.format(
            Locale.ROOT,
            "%s: %,d pairs %s%n%n%s%n%n",
            folder.resolve(Auditor.REPORT_FILE),
            result.strata().stream().mapToLong(Stratum::drawn).sum(),
            result.judges().isEmpty() || result.onlyDrawn()
                ? "drawn"
                : "judged by "
                    + String.join(
                        ", ", result.judges().stream().map(AuditResult.JudgeInfo::name).toList()),
            AuditFigures.sentence(result)));
    if (!result.findings().isEmpty()) {
      text.append(findings(result));
    } else if (!result.generationScores().isEmpty()) {
      text.append(scores(result));
    }
    for (LabelResult labels : result.labels()) {
      String kind = result.labels().size() == 1 ? "" : " of " + labels.design().negatives();
      text.append(onLabels(labels, kind));
    }
    if (verbose) {
      everything(result, text);
    }
    if (result.findings().isEmpty() && result.generationScores().isEmpty()) {
      return text.toString().stripTrailing() + "\n";
    }
    text.append('\n').append(AuditFigures.OF_INTERVALS).append(".\n");
    if (!verbose) {
      text.append("--verbose prints every judge, threshold and direction.\n");
    }
    return text.toString();
  }

  /** Returns the warnings about a result. */
  public static List<String> warnings(AuditResult result, Path folder) {
    List<String> warnings = new ArrayList<>();
    AuditCautions.of(result).forEach(line -> warnings.add(AdvisedFlags.added(line)));
    warnings.addAll(
        RejectedRows.warning("samples", result.rejected(), folder.resolve(Rejects.FILE_NAME)));
    return warnings;
  }

  private static TextTable findings(AuditResult result) {
    TextTable table = new TextTable("negatives", "false, percent", "by", "pairs");
    for (Finding finding : result.findings()) {
      if (finding.quantile() == null || finding.kind() == PairKind.QUANTILE) {
        table.row(
            AuditFigures.name(finding.kind(), finding.quantile()),
            AuditFigures.percent(finding.share(), finding.interval()),
            AuditFigures.source(finding),
            number(finding.judged()));
      }
    }
    return table;
  }

  private static String onLabels(LabelResult labels, String kind) {
    if (labels.judges().isEmpty()) {
      return "";
    }
    TextTable table = new TextTable(LabelText.JUDGE_HEADINGS.toArray(String[]::new));
    LabelText.judges(labels).forEach(row -> table.row(row.toArray(String[]::new)));
    return "\nThe judges on the labels" + kind + "\n" + table;
  }

  /** Returns the result of labels for people, and how well the audit's judges agree with them. */
  public static String of(LabelResult labels) {
    return String.join("\n", LabelText.lines(labels)) + "\n" + onLabels(labels, "");
  }

  private static TextTable scores(AuditResult result) {
    TextTable table =
        new TextTable("scores of", "judge", "pairs", "5 %", "25 %", "median", "75 %", "95 %");
    for (ScoreSummary row : result.generationScores()) {
      table.row(
          AuditFigures.name(row.kind(), row.quantile()),
          row.judge(),
          number(row.pairs()),
          decimal(row.p5()),
          decimal(row.p25()),
          decimal(row.median()),
          decimal(row.p75()),
          decimal(row.p95()));
    }
    return table;
  }

  private static void everything(AuditResult result, StringBuilder text) {
    rates(result, AuditResult.Measure.MATCHES, FALSE_NEGATIVES, text);
    rates(result, AuditResult.Measure.SCORES_ABOVE, SCORES_ABOVE, text);
    if (!result.findings().isEmpty() && !result.scores().isEmpty()) {
      text.append("\nScores\n").append(scores(result));
    }
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
  }

  private static void rates(
      AuditResult result, AuditResult.Measure measure, String title, StringBuilder text) {
    TextTable table =
        new TextTable("negatives", "judge", "above", "both", "image to text", "text to image", "n");
    boolean some = false;
    for (RateRow row : result.generationRates()) {
      boolean level = row.group() == null || "quantile".equals(row.group());
      if (row.measure() == measure && row.direction() == null && level) {
        some = true;
        table.row(
            name(row.kind(), row.value()),
            row.judge(),
            row.threshold() == null ? "–" : AuditFigures.decimal(row.threshold()),
            AuditFigures.percent(row.rate()),
            AuditFigures.percent(find(result, row, Direction.IMAGE_TO_TEXT)),
            AuditFigures.percent(find(result, row, Direction.TEXT_TO_IMAGE)),
            number(row.rate().judged()));
      }
    }
    if (some) {
      text.append('\n').append(title).append('\n').append(table);
    }
  }

  private static Rate find(AuditResult result, RateRow like, Direction direction) {
    return result.rates().stream()
        .filter(row -> row.judge().equals(like.judge()) && row.kind() == like.kind())
        .filter(row -> Objects.equals(row.threshold(), like.threshold()))
        .filter(row -> Objects.equals(row.group(), like.group()))
        .filter(row -> Objects.equals(row.value(), like.value()))
        .filter(row -> row.direction() == direction)
        .map(RateRow::rate)
        .findFirst()
        .orElse(null);
  }

  private static void exact(AuditResult result, StringBuilder text) {
    for (PairKind kind : PairKind.values()) {
      List<Stratum> counted =
          result.strata().stream()
              .filter(stratum -> stratum.kind() == kind && stratum.sameImage() != null)
              .toList();
      if (!counted.isEmpty()) {
        text.append(
            String.format(
                Locale.ROOT,
                "%n%s: of all %,d pairs, %,d show the same image, %,d have the same caption",
                kind.label(),
                counted.stream().mapToLong(Stratum::population).sum(),
                counted.stream().mapToLong(Stratum::sameImage).sum(),
                counted.stream().mapToLong(Stratum::sameCaption).sum()));
      }
    }
    text.append('\n');
  }

  private static TextTable detectors(AuditResult result) {
    TextTable table = new TextTable(AuditFigures.DETECTOR_HEADINGS.toArray(String[]::new));
    AuditFigures.detectors(result, false).forEach(row -> table.row(row.toArray(String[]::new)));
    return table;
  }

  private static TextTable fits(AuditResult result) {
    TextTable table =
        new TextTable("judge", "precision asked", "above", "on", "precision", "recall");
    for (AuditFigures.FitRow fit : AuditFigures.fits(result)) {
      table.row(fit.judge(), fit.asked(), fit.above(), fit.on(), fit.precision(), fit.recall());
    }
    return table;
  }

  private static TextTable corrections(AuditResult result) {
    TextTable table = new TextTable("negatives", "judge", "above", "seen", "corrected");
    for (AuditResult.CorrectionRow row : result.corrections()) {
      table.row(
          AuditFigures.name(row.kind(), row.quantile()),
          row.judge(),
          AuditFigures.decimal(row.threshold()),
          AuditFigures.percent(row.apparent()),
          AuditFigures.percent(row.corrected()));
    }
    return table;
  }

  /**
   * Returns two audits side by side.
   *
   * @param verbose whether every judge, threshold and direction is shown
   */
  public static String of(AuditComparison comparison, boolean verbose) {
    StringBuilder text = new StringBuilder();
    compare(comparison, AuditResult.Measure.MATCHES, FALSE_NEGATIVES, verbose, text);
    compare(comparison, AuditResult.Measure.SCORES_ABOVE, SCORES_ABOVE, verbose, text);
    return text + (verbose ? "" : "--verbose prints every judge, threshold and direction.\n");
  }

  private static void compare(
      AuditComparison comparison,
      AuditResult.Measure measure,
      String title,
      boolean verbose,
      StringBuilder text) {
    List<AuditComparison.Row> rows =
        comparison.rows().stream()
            .filter(row -> row.measure() == measure && (verbose || row.main()))
            .toList();
    if (rows.isEmpty()) {
      return;
    }
    TextTable table =
        verbose
            ? new TextTable(
                "negatives", "judge", "above", "direction", "first", "second", "difference")
            : new TextTable("negatives", "by", "first", "second", "difference");
    for (AuditComparison.Row row : rows) {
      String difference = signed(row.difference(), row.interval());
      String first = AuditFigures.percent(row.first());
      String second = AuditFigures.percent(row.second());
      if (verbose) {
        table.row(
            name(row.kind(), row.value()),
            row.judge(),
            row.threshold() == null ? "–" : AuditFigures.decimal(row.threshold()),
            AuditFigures.direction(row.direction()),
            first,
            second,
            difference);
      } else {
        table.row(
            name(row.kind(), row.value()),
            AuditFigures.above(row.judge(), row.threshold()),
            first,
            second,
            difference);
      }
    }
    text.append(text.length() == 0 ? "" : "\n").append(title).append('\n').append(table);
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

  private static String number(long value) {
    return String.format(Locale.ROOT, "%,d", value);
  }

  private static String decimal(double value) {
    return String.format(Locale.ROOT, "%.3f", value);
  }
}
