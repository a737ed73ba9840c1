package dev.falcon.mining.label;

import dev.falcon.data.statistics.Interval;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The result of labels, in lines for people. */
public final class LabelText {
  /** Half of all answers are faster than this: nobody looks so fast. */
  private static final long HASTY_MS = 600;

  /** A run of this many equal answers also characterises the annotator. */
  private static final int MANY = 50;

  private static final double NO_HELP = 0.6;
  private static final double MOST_UNSURE = 0.02;

  private LabelText() {}

  /** The result first, then how many labels more would do what, then what to mind. */
  public static List<String> lines(LabelResult result) {
    List<String> lines = new ArrayList<>();
    lines.add(headline(result));
    if (result.share() != null) {
      result.forecasts().stream()
          .filter(forecast -> forecast.labels() > result.labels())
          .filter(forecast -> forecast.labels() <= result.drawn())
          .forEach(
              forecast ->
                  lines.add(
                      String.format(
                          Locale.ROOT,
                          "about %,d labels more for ± %.0f points",
                          forecast.labels() - result.labels(),
                          100 * forecast.halfWidth())));
    }
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
    cautions(result).forEach(caution -> lines.add("attention: " + caution));
    return lines;
  }

  /** The share with both intervals; of few labels how many there are. */
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
        Double.isNaN(both.kappa()) ? "–" : String.format(Locale.ROOT, "%.2f", both.kappa()),
        both.adjusted());
  }

  /** Remarks that a reader of the share must know. */
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

  /** A judge's name as part of a column's, as the design has it. */
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
