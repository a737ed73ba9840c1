// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.label;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.falcon.data.statistics.Interval;
import java.util.List;

/**
 * The share of false negatives of a kind by labels.
 *
 * @param design the settings that fixed the order of the pairs
 * @param drawn the number of pairs that the audit drew; one that was drawn in both directions
 *     counts twice
 * @param asked the number of answered pairs from the beginning of the order up to the first gap; in
 *     this and the following counts, a pair counts once, however often it was drawn
 * @param labels the number of these pairs with a sure answer; only they count
 * @param matches the number of labels that are matches
 * @param unsure the number of these pairs without a sure answer
 * @param later the number of pairs that were answered after a gap; they do not count, since they
 *     are not a random sample
 * @param share the share of pairs that match, in [0, 1]; null with fewer than {@value #FEWEST}
 *     labels
 * @param interval the 95 % interval if the number of labels was fixed beforehand; null without a
 *     share
 * @param anytime the 95 % interval that holds whenever labelling stops; null without a share
 * @param unsureBounds the interval from the low end if all unsure pairs do not match to the high
 *     end if all of them match; null if at most 2 % are unsure
 * @param bins the numbers of drawn and labelled pairs in each bin of the judge's scores, the lowest
 *     scores first
 * @param merged the number of bins that had fewer than two labels and count with a neighbour
 * @param saved the number of additional labels that the interval would take without a judge; null
 *     without a share or a judge, or if no number suffices
 * @param expected the share that the forecasts assume before labels give one: the judge's share of
 *     matches, otherwise 0.5; null once labels give one
 * @param forecasts the numbers of labels that shorter intervals take
 * @param annotators the annotators
 * @param agreements the agreement of every two annotators who answered the same pairs
 * @param judges the quality of the judges on the labels
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
  /** The least number of labels with an interval. */
  public static final int FEWEST = 20;

  /** A bin of the judge's scores: its numbers of drawn pairs, labels and matches. */
  public record Bin(int drawn, int labels, int matches) {}

  /**
   * The number of labels that an interval takes.
   *
   * @param halfWidth the half-width of the interval
   * @param labels the total number of labels, if it is fixed beforehand; null if no number
   *     suffices, since too few pairs are drawn
   * @param anytime the total number of labels for the interval that holds whenever labelling stops;
   *     null if no number suffices
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Forecast(double halfWidth, Integer labels, Integer anytime) {}

  /**
   * An annotator.
   *
   * @param name the annotator's name
   * @param answers the number of answered pairs
   * @param matches the number of answers that are matches
   * @param unsure the number of pairs that the annotator could not decide
   * @param medianMs the median time for which a pair was looked at, in milliseconds
   * @param repeats the number of pairs that were asked again and had a sure answer both times
   * @param repeatsEqual the number of repeated pairs with the same answer both times
   * @param share the share of matches by this annotator's labels only, in [0, 1]; null with fewer
   *     than {@value #FEWEST}
   * @param interval the 95 % interval of that share; null without a share
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
   * The agreement of two annotators.
   *
   * @param bothMatch the number of pairs that both call matches
   * @param firstOnly the number of pairs that only the first calls a match
   * @param secondOnly the number of pairs that only the second calls a match
   * @param neither the number of pairs that neither calls a match
   * @param share the share of equal answers, in [0, 1]
   * @param kappa Cohen's kappa; NaN if both give the same answer to all pairs
   * @param adjusted twice the share, less 1, in [-1, 1]
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
   * The quality of a judge on the labels, each of which represents the pairs of its bin.
   *
   * @param name the judge's name
   * @param labels the number of labelled pairs that the judge has scored
   * @param rocAuc the area under its ROC curve, in [0, 1]; NaN unless some labels match and some do
   *     not
   * @param averagePrecision its average precision, in [0, 1]; NaN if no label matches
   * @param highest the labels among its highest scores
   * @param lowest the labels among its lowest scores
   * @param saved the number of additional labels that the interval would take without a judge,
   *     compared with this judge in the design; negative if the judge needs more; null with fewer
   *     than {@value #FEWEST} labels, or if no number suffices without it
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
   * @param part the share of the scored pairs that the end holds, in (0, 1)
   * @param labels the number of labels
   * @param matches the number of labels that match
   * @param share the share of matches, in [0, 1], each label representing the pairs of its bin: at
   *     the highest scores the precision, at the lowest the share that the judge misses; null
   *     without labels
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record End(double part, int labels, int matches, Double share) {}
}
