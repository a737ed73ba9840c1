// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.audit.request;

import com.fasterxml.jackson.annotation.JsonInclude;

/**
 * Pairs that are sampled at one rate.
 *
 * @param quantile the quantile requested of the pairs, to one decimal in a plan; null for none
 * @param population the number of pairs
 * @param drawn the number of audited pairs
 * @param sameImage the number of pairs of the population that show the same image twice, which are
 *     certainly false negatives; null if that is not counted
 * @param sameCaption the number of pairs of the population that have the same caption twice; null
 *     if that is not counted
 * @param calibrates the audited kind that the pairs calibrate, if the calibration file names it;
 *     otherwise null
 * @param listed the place of the pairs in lists from a corpus; null for other pairs
 */
public record Stratum(
    PairKind kind,
    Direction direction,
    Double quantile,
    long population,
    long drawn,
    Long sameImage,
    Long sameCaption,
    @JsonInclude(JsonInclude.Include.NON_NULL) PairKind calibrates,
    @JsonInclude(JsonInclude.Include.NON_NULL) ListedAt listed) {
  /** Creates a stratum of pairs that are audited and have no place in lists. */
  public Stratum(
      PairKind kind,
      Direction direction,
      Double quantile,
      long population,
      long drawn,
      Long sameImage,
      Long sameCaption) {
    this(kind, direction, quantile, population, drawn, sameImage, sameCaption, null, null);
  }
}
