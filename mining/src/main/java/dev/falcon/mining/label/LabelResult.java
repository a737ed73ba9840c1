package dev.falcon.mining.label;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.falcon.data.statistics.Interval;
import java.util.List;

/**
 * The share of false negatives of a kind by labels.
 *
 * @param design what fixed the order of the pairs
 * @param drawn how many pairs the audit drew; one that was drawn in both directions counts twice
 * @param asked how many pairs from the order's beginning have an answer without a gap; in this and
 *     what follows a pair counts once, however often it was drawn
 * @param labels how many of these have a sure answer; only they count
 * @param matches how many of the labels are matches
 * @param unsure how many of those asked nobody could decide
 * @param later how many pairs were answered beyond a gap; they do not count, as they are no random
 *     sample
 * @param share of pairs that match; null of fewer than {@value #FEWEST} labels
 * @param interval the 95 % interval if the count of labels was fixed beforehand; null likewise
 * @param anytime the 95 % interval that holds whenever labelling stops; null likewise
 * @param unsureBounds from the low end with all unsure pairs as no match to the high end with all
 *     as matches; null where at most 2 % are unsure
 * @param bins what was drawn and labelled in each bin of the judge's scores, lowest first
 * @param merged how many of these bins had fewer than two labels and count with a neighbour
 * @param saved how many labels more the interval would take without a judge; null likewise, and
 *     where no count suffices
 * @param expected the share that the forecasts assume while there is none by labels: the judge's
 *     share of matches, else 0.5; null where there is one
 * @param forecasts how many labels shorter intervals take
 * @param annotators who answered
 * @param agreements of every two annotators that answered the same pairs
 * @param judges how well judges tell the labelled matches from the others
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record LabelResult(
    LabelDesign design,
    int drawn,
    int asked,
    int labels,
    int matches,
    int unsure,
    int later,
    Double share,
    Interval interval,
    Interval anytime,
    Interval unsureBounds,
    List<Bin> bins,
    int merged,
    Integer saved,
    Double expected,
    List<Forecast> forecasts,
    List<Annotator> annotators,
    List<PairAgreement> agreements,
    List<JudgeOnLabels> judges) {
  /** Fewer labels have no interval. */
  public static final int FEWEST = 20;

  /** A bin of the judge's scores. */
  public record Bin(int drawn, int labels, int matches) {}

  /**
   * How many labels an interval takes.
   *
   * @param halfWidth of the interval
   * @param labels in all, if their count is fixed beforehand; null where no count suffices, as the
   *     drawn pairs are too few
   * @param anytime in all, for the interval that holds whenever labelling stops; null likewise
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Forecast(double halfWidth, Integer labels, Integer anytime) {}

  /**
   * An annotator.
   *
   * @param answers how many pairs
   * @param matches how many of them match
   * @param unsure how many the annotator could not decide
   * @param medianMs how long a pair was looked at, in milliseconds
   * @param repeats how many pairs came again and had a sure answer both times
   * @param repeatsEqual how many of these had the same answer
   * @param share by this annotator's labels alone; null of fewer than {@value #FEWEST}
   * @param interval of that share; null likewise
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Annotator(
      String name,
      int answers,
      int matches,
      int unsure,
      long medianMs,
      long repeats,
      long repeatsEqual,
      Double share,
      Interval interval) {}

  /**
   * How two annotators agree.
   *
   * @param bothMatch how many pairs both call matches
   * @param firstOnly how many only the first does
   * @param secondOnly how many only the second does
   * @param neither how many neither does
   * @param share of equal answers
   * @param kappa Cohen's; NaN where both give one and the same answer throughout
   * @param adjusted twice the share less 1
   */
  public record PairAgreement(
      String first,
      String second,
      long bothMatch,
      long firstOnly,
      long secondOnly,
      long neither,
      double share,
      double kappa,
      double adjusted) {}

  /**
   * A judge on the labels, each of which stands for the pairs of its bin.
   *
   * @param labels how many of the labelled pairs it has scored
   * @param rocAuc the area under its ROC curve; NaN unless some labels match and some do not
   * @param averagePrecision NaN where no label matches
   * @param highest among its highest scores
   * @param lowest among its lowest scores
   * @param saved how many labels more the interval would take without a judge than with this one in
   *     the design; negative where it costs some; null of fewer than {@value #FEWEST} labels, and
   *     where no count without it suffices
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record JudgeOnLabels(
      String name,
      int labels,
      double rocAuc,
      double averagePrecision,
      End highest,
      End lowest,
      Integer saved) {}

  /**
   * The labels at one end of a judge's scores.
   *
   * @param part of the scored pairs that the end holds, in (0, 1)
   * @param labels how many there are
   * @param matches how many of them match
   * @param share of matches, each label standing for the pairs of its bin: at the highest scores
   *     the precision, at the lowest what the judge misses; null without labels
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record End(double part, int labels, int matches, Double share) {}
}
