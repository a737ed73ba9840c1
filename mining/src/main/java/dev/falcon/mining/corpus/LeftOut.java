package dev.falcon.mining.corpus;

import java.util.Locale;

/** Reasons for excluding a candidate; it is counted under the first applicable one. */
public enum LeftOut {
  /** A known positive of the query. */
  POSITIVE,
  /** The query itself. */
  SELF,
  /** A vetoed pair. */
  VETO,
  /** An item of the query's image. */
  SAME_IMAGE,
  /** Its text equals that of the query, of a positive or of a nearer candidate. */
  SAME_CAPTION,
  /** Beyond the depth. */
  DEPTH,
  /** The second witness: the query is near the candidate's partner too. */
  WITNESS,
  /** The judge has no score for the pair. */
  UNJUDGED,
  /** Above the margin's bound. */
  MARGIN,
  /** Above the greatest score. */
  MAX_SCORE,
  /** Below the least score. */
  MIN_SCORE;

  /** Its name in summaries. */
  public String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
