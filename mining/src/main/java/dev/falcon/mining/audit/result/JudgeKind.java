package dev.falcon.mining.audit.result;

import com.fasterxml.jackson.annotation.JsonValue;

/** What a judge's scores are, and so what a share of pairs above a threshold says. */
public enum JudgeKind {
  /** A matcher's probability of a match: a share above one half is a rate of false negatives. */
  MATCH_PROBABILITY("match_probability"),
  /**
   * A cosine of two vectors: it orders pairs, but no threshold of it means anything by itself, so
   * that a share of pairs above one is never called a rate of false negatives.
   */
  COSINE("cosine"),
  /** What is known for certain. */
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

  /** Whether a share of pairs above a threshold may be read as a rate of false negatives. */
  public boolean saysMatches() {
    return this != COSINE;
  }
}
