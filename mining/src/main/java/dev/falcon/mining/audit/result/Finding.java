package dev.falcon.mining.audit.result;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonValue;
import dev.falcon.data.statistics.Interval;

/**
 * How many negatives of a kind are false, by the best that the audit has to tell it.
 *
 * @param quantile of the negatives; null of all of the kind
 * @param source what it rests on
 * @param judge whose verdicts are counted
 * @param threshold a score above it is a match; null of truth
 * @param share of false ones, in [0, 1]
 * @param interval its 95 % interval
 * @param judged how many pairs were judged
 * @param drawn how many pairs were drawn; more than judged where truth is not known of all
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Finding(
    PairKind kind,
    Double quantile,
    Source source,
    String judge,
    Double threshold,
    double share,
    Interval interval,
    long judged,
    long drawn) {

  /** What a finding rests on. */
  public enum Source {
    /** What is known for certain. */
    TRUTH("truth"),
    /** A judge, corrected for the errors seen on the calibration file. */
    CORRECTED("corrected"),
    /** A matcher's word alone, with all its errors. */
    JUDGE("judge");

    private final String label;

    Source(String label) {
      this.label = label;
    }

    /** Its name in files. */
    @JsonValue
    public String label() {
      return label;
    }
  }

  /** Whether truth is known of fewer than half of the drawn pairs. */
  public boolean rare() {
    return source == Source.TRUTH && 2 * judged < drawn;
  }
}
