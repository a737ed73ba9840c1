package dev.falcon.data.statistics.labelled;

import dev.falcon.data.statistics.Interval;

/**
 * A share that was estimated from labels.
 *
 * @param share the estimate; that of a difference may lie a little outside [0, 1]
 * @param variance its variance, from which members were drawn and which of them were labelled
 * @param count Kish's effective count of the labels
 * @param influences how much each member moves the estimate; they add up to about 0 // [members]
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record LabelledShare(double share, double variance, double count, double[] influences) {
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
