// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.label;

import com.fasterxml.jackson.annotation.JsonInclude;

/**
 * An answer: one line of a journal.
 *
 * @param match whether the two sides match; null if the annotator was unsure
 * @param annotator the annotator's name
 * @param at the time of the answer, in UTC
 * @param ms the time for which the pair was looked at, in milliseconds
 * @param rank the pair's place in the order, from 0
 * @param order the order's digest
 * @param peeked whether the annotator had looked at the first side's own caption or at the running
 *     result
 * @param undo whether this line withdraws the annotator's answer on this pair
 * @param repeat whether the pair was asked again without notice, to measure how consistent the
 *     annotator is
 * @param adjudicated whether the annotator had seen that others contradict each other on this pair
 */
@JsonInclude(JsonInclude.Include.NON_DEFAULT)
public record LabelAnswer(
    String imageKey,
    String textKey,
    @JsonInclude(JsonInclude.Include.ALWAYS) Boolean match,
    String annotator,
    String at,
    long ms,
    @JsonInclude(JsonInclude.Include.ALWAYS) int rank,
    String order,
    boolean peeked,
    boolean undo,
    boolean repeat,
    boolean adjudicated,
    String comment) {
  /** Returns the pair that is answered. */
  LabelPair.Name name() {
    return new LabelPair.Name(imageKey, textKey);
  }
}
