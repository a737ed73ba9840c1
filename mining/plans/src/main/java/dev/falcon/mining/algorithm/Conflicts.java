// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.algorithm;

/** Pairs of samples of a search space that must not share a batch, and the reason. */
public interface Conflicts {
  /**
   * Returns the reason under which withheld candidates are counted, such as {@code "same-image"}.
   */
  String reason();

  /** Returns the indices of the samples that conflict with this one; they may include it. */
  int[] with(int sample);

  /**
   * Returns when conflicting samples may share a batch after all. A sample that no batch takes is
   * not trained on.
   */
  default Yielding yielding() {
    return Yielding.NEVER;
  }

  /** The point at which conflicts give way. */
  enum Yielding {
    /** Never: a batch is left short instead. */
    NEVER,
    /** When nothing else is left for a batch: for conflicts that are only suspected. */
    FIRST,
    /**
     * When nothing is left even without {@link #FIRST}: for certain conflicts that must not shorten
     * a batch.
     */
    LAST
  }
}
