// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.label;

import dev.falcon.data.Warning;
import dev.falcon.data.statistics.Interval;
import dev.falcon.data.statistics.labelled.ScoreBins;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Formats the result of labels for people, in lines. */
public final class LabelText {
  /** The median time, in milliseconds, below which an annotator cannot have looked at the pairs. */
  private static final long HASTY_MS = 600;

  /** The number of equal answers in a row that is also reported of an annotator. */
  private static final int MANY = 50;

  /** The bin of pairs that the judge has not scored. */
  private static final int WITHOUT_SCORE = ScoreBins.HIGHEST + 1;

  private static final double NO_HELP = 0.6;
  private static final double MOST_UNSURE = 0.02;

  private static final String NONE = "–";

  /** The headings of a table of judges on the labels. */
  public static final List<String> JUDGE_HEADINGS =
      List.of(
          "judge",
          "labels",
          "ROC AUC",
          "average precision",
          "matches of its highest 5 %, percent",
          "of its lowest 60 %",
          "labels saved");

  private LabelText() {}

  /** Returns all lines, with the cautions as warnings. */
  public static List<String> linesWithCautions(LabelResult result) {
    List<String> lines = lines(result);
    cautions(result).forEach(caution -> lines.add(Warning.line(caution)));
    return lines;
  }

  /** Returns the lines: the result, and the numbers of labels that shorter intervals take. */
  public static List<String> lines(LabelResult result) {
    List<String> lines = new ArrayList<>();
    lines.add(headline(result));
    lines.addAll(forecasts(result));
    if (result.saved() != null && result.saved() > 0) {
      lines.add(
          String.format(
              Locale.ROOT,
              "%s saved about %,d of %,d labels",
              result.design().judge(),
              result.saved(),
              result.saved() + result.labels()));
    }
    result.agreements().forEach(agreement -> lines.add(agreement(agreement)));
    return lines;
  }

  /**
   * Returns the numbers of labels that shorter intervals take; if the drawn pairs are too few for
   * an interval, says that more pairs must be drawn.
   */
  public static List<String> forecasts(LabelResult result) {
    List<String> lines = new ArrayList<>();
    double now = result.interval() == null ? 1 : result.interval().halfWidth();
    for (LabelResult.Forecast forecast : result.forecasts()) {
      if (forecast.halfWidth() >= now) {
        continue;
      }
      String aim = String.format(Locale.ROOT, "± %.0f points", 100 * forecast.halfWidth());
      if (forecast.labels() == null || forecast.labels() > result.drawn()) {
        lines.add(
            String.format(
                Locale.ROOT,
                "%s takes more pairs than the %,d drawn, not only more labels: audit more pairs",
                aim,
                result.drawn()));
        break; // shorter intervals take even more
      }
      int more = forecast.labels() - result.labels();
      if (more > 0) {
        lines.add(
            String.format(
                Locale.ROOT,
                "about %,d labels%s for %s%s",
                more,
                result.labels() == 0 ? "" : " more",
                aim,
                result.expected() == null
                    ? ""
                    : String.format(
                        Locale.ROOT, ", if %.0f %% are false", 100 * result.expected())));
      }
    }
    return lines;
  }

  /** Returns the quality of each judge on the labels, in the columns of {@link #JUDGE_HEADINGS}. */
  public static List<List<String>> judges(LabelResult result) {
    return result.judges().stream()
        .map(
            judge ->
                List.of(
                    judge.name(),
                    String.format(Locale.ROOT, "%,d", judge.labels()),
                    figure(judge.rocAuc()),
                    figure(judge.averagePrecision()),
                    part(judge.highest()),
                    part(judge.lowest()),
                    judge.saved() == null
                        ? NONE
                        : String.format(Locale.ROOT, "%,d", judge.saved())))
        .toList();
  }

  private static String figure(double value) {
    return Double.isNaN(value) ? NONE : String.format(Locale.ROOT, "%.2f", value);
  }

  /** Returns the share of matches at an end of a judge's scores. */
  private static String part(LabelResult.End end) {
    return end.share() == null
        ? NONE
        : String.format(
            Locale.ROOT, "%.1f (%,d of %,d)", 100 * end.share(), end.matches(), end.labels());
  }

  /** Returns the share with both intervals; if there are too few labels, their number. */
  public static String headline(LabelResult result) {
    if (result.share() == null) {
      return String.format(
          Locale.ROOT,
          "%s: %,d of %,d labels that an interval takes",
          result.design().negatives(),
          result.labels(),
          LabelResult.FEWEST);
    }
    return String.format(
        Locale.ROOT,
        "%s: %.1f %% are false, %s if you stop at %,d labels as planned; %s whenever you stop",
        result.design().negatives(),
        100 * result.share(),
        percent(result.interval()),
        result.labels(),
        percent(result.anytime()));
  }

  private static String percent(Interval interval) {
    return String.format(Locale.ROOT, "[%.1f, %.1f]", 100 * interval.low(), 100 * interval.high());
  }

  private static String agreement(LabelResult.PairAgreement both) {
    return String.format(
        Locale.ROOT,
        "%s and %s answer %.0f %% of %,d pairs alike (kappa %s, 2p-1 %.2f)",
        both.first(),
        both.second(),
        100 * both.share(),
        both.bothMatch() + both.firstOnly() + both.secondOnly() + both.neither(),
        figure(both.kappa()),
        both.adjusted());
  }

  /** Returns the remarks that a reader of the share must know. */
  public static List<String> cautions(LabelResult result) {
    List<String> cautions = new ArrayList<>();
    if (result.later() > 0) {
      cautions.add(
          String.format(
              Locale.ROOT,
              "%,d pairs were answered beyond a gap in the order and do not count; label on to"
                  + " close it",
              result.later()));
    }
    if (result.unsureBounds() != null) {
      cautions.add(
          String.format(
              Locale.ROOT,
              "%,d of %,d pairs are unsure: %s, from all of them as no match to all as matches",
              result.unsure(),
              result.asked(),
              percent(result.unsureBounds())));
    } else if (result.unsure() > MOST_UNSURE * result.asked()) {
      cautions.add(
          String.format(
              Locale.ROOT, "%,d of %,d pairs are unsure", result.unsure(), result.asked()));
    }
    if (result.bins().size() > WITHOUT_SCORE) {
      cautions.add(
          String.format(
              Locale.ROOT,
              "%,d of %,d pairs have no score of %s; they are a bin of their own",
              result.bins().get(WITHOUT_SCORE).drawn(),
              result.bins().stream().mapToInt(LabelResult.Bin::drawn).sum(),
              result.design().judge()));
    }
    if (result.share() != null && result.merged() > 0) {
      cautions.add(
          String.format(
              Locale.ROOT,
              "%,d of the %,d bins of scores have fewer than two labels, and count with a neighbour",
              result.merged(),
              result.bins().size()));
    }
    result.annotators().forEach(annotator -> annotator(annotator, cautions));
    for (LabelResult.JudgeOnLabels judge : result.judges()) {
      if (column(judge.name()).equals(result.design().judge()) && judge.rocAuc() < NO_HELP) {
        cautions.add(
            String.format(
                Locale.ROOT,
                "%s did not help: its ROC AUC on the labels is %.2f",
                judge.name(),
                judge.rocAuc()));
      }
    }
    return cautions;
  }

  /** Returns a judge's name in the form of a column name, as in the design. */
  private static String column(String judge) {
    return judge.replaceAll("[^A-Za-z0-9_]", "_");
  }

  private static void annotator(LabelResult.Annotator annotator, List<String> cautions) {
    if (annotator.answers() >= LabelResult.FEWEST && annotator.medianMs() < HASTY_MS) {
      cautions.add(
          String.format(
              Locale.ROOT,
              "%s looked at half of the pairs for less than %,d ms",
              annotator.name(),
              annotator.medianMs() + 1));
    }
    int sure = annotator.answers() - annotator.unsure();
    if (sure >= MANY && (annotator.matches() == 0 || annotator.matches() == sure)) {
      cautions.add(
          String.format(Locale.ROOT, "%s gave the same answer %,d times", annotator.name(), sure));
    }
    if (annotator.repeatsEqual() < annotator.repeats()) {
      double slips = (annotator.repeats() - annotator.repeatsEqual()) / 2.0 / annotator.repeats();
      cautions.add(
          String.format(
              Locale.ROOT,
              "%s answered %,d of %,d repeated pairs otherwise than before: about %.0f %% of the"
                  + " answers slip, which adds as much to a rare share",
              annotator.name(),
              annotator.repeats() - annotator.repeatsEqual(),
              annotator.repeats(),
              100 * slips));
    }
  }
}
