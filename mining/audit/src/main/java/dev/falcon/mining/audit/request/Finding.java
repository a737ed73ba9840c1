// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.audit.request;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonValue;
import dev.falcon.data.statistics.Interval;

/**
 * The share of false negatives of a kind, by the best available evidence.
 *
 * @param quantile the quantile of the negatives; null for all of the kind
 * @param source the evidence
 * @param judge the judge whose verdicts are counted
 * @param threshold the threshold, above which a score is a match; null for truth
 * @param share the share of false negatives, in [0, 1]
 * @param interval the share's 95 % interval
 * @param anytime the 95 % interval that holds whenever labelling stops; null unless the source is
 *     labels
 * @param judged the number of judged pairs
 * @param drawn the number of drawn pairs; more than the judged ones if some truth is unknown
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
    Interval anytime,
    long judged,
    long drawn) {

  /** The evidence of a finding. */
  public enum Source {
    /** Known truth. */
    TRUTH("truth"),
    /** Labels that people gave to a random part of the drawn pairs. */
    LABELS("labels"),
    /** Truth of a part of the drawn pairs, each chosen with a known probability. */
    SAMPLE("sample"),
    /** A judge, corrected for its errors on the calibration file. */
    CORRECTED("corrected"),
    /** A matcher, uncorrected. */
    JUDGE("judge");

    private final String label;

    Source(String label) {
      this.label = label;
    }

    /** Returns the name used in files. */
    @JsonValue
    public String label() {
      return label;
    }
  }

  /** Returns whether truth is known of fewer than half of the drawn pairs. */
  public boolean rare() {
    return source == Source.TRUTH && 2 * judged < drawn;
  }
}
