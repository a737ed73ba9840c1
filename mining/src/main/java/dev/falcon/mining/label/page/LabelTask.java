package dev.falcon.mining.label.page;

import dev.falcon.mining.label.LabelPair;

/**
 * A pair that an annotator is asked of.
 *
 * @param rank its place in the order
 * @param purpose why it is asked
 */
record LabelTask(int rank, LabelPair pair, Purpose purpose) {
  /** Why a pair is asked. */
  enum Purpose {
    /** Nobody has answered it. */
    FIRST,
    /** Somebody else has; how far do two agree? */
    SECOND,
    /** The annotator has; how steady are the answers? */
    REPEAT,
    /** Others contradict each other. */
    DECIDING
  }

  boolean repeat() {
    return purpose == Purpose.REPEAT;
  }

  /** Returns whether one annotator's answer makes it needless to ask another. */
  boolean once() {
    return purpose == Purpose.FIRST || purpose == Purpose.DECIDING;
  }
}
