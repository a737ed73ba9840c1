package dev.falcon.data.statistics.labelled;

import dev.falcon.data.statistics.Interval;

/**
 * A share that was estimated from labels.
 *
 * @param share the estimate; that of a difference may lie a little outside [0, 1]
 * @param variance its variance, from which members were drawn and which of them were labelled
 * @param labelling the part of the variance that more labels of the same members make smaller: it
 *     goes by one over their count. The rest stays, as it comes of which members were drawn
 * @param between the part of the variance that the bins' unlike shares give, one over the count of
 *     members; 0 of one bin
 * @param count Kish's effective count of the labels
 * @param influences how much each member moves the estimate; they add up to about 0 // [members]
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record LabelledShare(
    double share,
    double variance,
    double labelling,
    double between,
    double count,
    double[] influences) {
  /** The part of the variance that stays however many of the drawn members are labelled. */
  public double drawing() {
    return Math.max(0, variance - labelling);
  }

  /** The 95 % interval of a count of labels that was fixed before they were given. */
  public Interval fixed() {
    return FlooredInterval.of(share, variance, count, Interval.Z);
  }

  /**
   * The 95 % interval that holds at every count of labels at once, for those who stop when they
   * like.
   *
   * @param labels how many labels there are, at least 1
   */
  public Interval anytime(int labels) {
    return FlooredInterval.of(share, variance, count, FlooredInterval.anytimeZ(labels));
  }
}
