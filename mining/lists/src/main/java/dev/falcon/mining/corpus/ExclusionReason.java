// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.corpus;

import java.util.Locale;

/** The reasons for excluding a candidate, which is counted under the first that applies. */
public enum ExclusionReason {
  /** The candidate is a known positive of the query. */
  POSITIVE,
  /** The candidate is the query itself. */
  SELF,
  /** The pair is vetoed. */
  VETO,
  /** The candidate is an item of the query's image. */
  SAME_IMAGE,
  /** The candidate's text equals that of the query, of a positive or of a nearer candidate. */
  SAME_CAPTION,
  /** The candidate is beyond the depth of the search. */
  DEPTH,
  /** The second witness suspects the candidate: the query is also near the candidate's partner. */
  WITNESS,
  /** The judge has no score for the pair. */
  UNJUDGED,
  /** The score is above the margin's bound. */
  MARGIN,
  /** The score is above the greatest allowed score. */
  MAX_SCORE,
  /** The score is below the least allowed score. */
  MIN_SCORE;

  /** Returns the name used in summaries. */
  public String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
