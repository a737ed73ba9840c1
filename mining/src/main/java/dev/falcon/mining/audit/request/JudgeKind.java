package dev.falcon.mining.audit.request;

import com.fasterxml.jackson.annotation.JsonValue;

/** Kind of a judge's scores, which determines the meaning of a share of pairs above a threshold. */
public enum JudgeKind {
  /** A matcher's probability of a match: a share above one half is a rate of false negatives. */
  MATCH_PROBABILITY("match_probability"),
  /**
   * A cosine of two vectors: it ranks pairs, but no threshold of it has a meaning by itself, so a
   * share of pairs above one is never reported as a rate of false negatives.
   */
  COSINE("cosine"),
  /** Any number: it orders pairs, and says nothing else. */
  SCORE("score"),
  /** Known truth. */
  TRUTH("truth");

  private final String label;

  JudgeKind(String label) {
    this.label = label;
  }

  /** Its name in files. */
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
