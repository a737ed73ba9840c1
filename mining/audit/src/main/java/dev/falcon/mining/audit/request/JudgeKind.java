// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.audit.request;

import com.fasterxml.jackson.annotation.JsonValue;

/**
 * The kind of a judge's scores, which determines the meaning of a share of pairs above a threshold.
 */
public enum JudgeKind {
  /** A matcher's probability of a match: a share above one half is a rate of false negatives. */
  MATCH_PROBABILITY("match_probability"),
  /**
   * A cosine of two vectors. It ranks pairs, but a threshold has no meaning by itself, so a share
   * of pairs above it is never reported as a rate of false negatives.
   */
  COSINE("cosine"),
  /** Any number, which only orders pairs. */
  SCORE("score"),
  /** Known truth. */
  TRUTH("truth");

  private final String label;

  JudgeKind(String label) {
    this.label = label;
  }

  /** Returns the name used in files. */
  @JsonValue
  public String label() {
    return label;
  }

  /**
   * Returns whether a share of pairs above a threshold may be read as a rate of false negatives.
   */
  public boolean saysMatches() {
    return this != COSINE && this != SCORE;
  }
}
