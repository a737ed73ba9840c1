package dev.falcon.mining.label;

import com.fasterxml.jackson.annotation.JsonInclude;

/**
 * An answer: one line of a journal.
 *
 * @param match whether the two sides match; null where the annotator was unsure
 * @param at the time, in UTC
 * @param ms how long the pair was looked at, in milliseconds
 * @param rank the pair's place in the order, from 0
 * @param order the order's digest
 * @param peeked whether the first side's own caption or the running result was looked at before
 * @param undo whether it takes the annotator's answer of this pair back
 * @param repeat whether the pair was asked again unseen, to see how steady the annotator is
 * @param adjudicated whether the annotator had seen that others contradict each other here
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
  /** The pair that is answered. */
  LabelPair.Name name() {
    return new LabelPair.Name(imageKey, textKey);
  }
}
