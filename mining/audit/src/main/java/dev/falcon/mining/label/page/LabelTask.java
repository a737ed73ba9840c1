// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.label.page;

import dev.falcon.mining.label.LabelPair;

/**
 * A pair about which an annotator is asked.
 *
 * @param rank the pair's place in the order, from 0
 * @param purpose the reason for asking about it
 */
record LabelTask(int rank, LabelPair pair, Purpose purpose) {
  /** The reason for asking about a pair. */
  enum Purpose {
    /** Nobody has answered on it. */
    FIRST,
    /** Another annotator has answered on it; the agreement of the two is measured. */
    SECOND,
    /** The annotator has answered on it; the consistency of the answers is measured. */
    REPEAT,
    /** Others contradict each other. */
    DECIDING
  }

  boolean repeat() {
    return purpose == Purpose.REPEAT;
  }

  /** Returns whether one annotator's answer is enough, so that no other need be asked. */
  boolean once() {
    return purpose == Purpose.FIRST || purpose == Purpose.DECIDING;
  }
}
