package dev.falcon.mining.audit.request;

import com.fasterxml.jackson.annotation.JsonInclude;

/**
 * Pairs that are sampled at one rate.
 *
 * @param quantile requested of the pairs, to one decimal in a plan; null for none
 * @param population number of pairs
 * @param drawn number of audited ones
 * @param sameImage number of pairs of the population that show one image twice, which are certainly
 *     false negatives; null where that is not counted
 * @param sameCaption number of pairs of the population with one caption twice; null likewise
 * @param calibrates which audited kind the pairs calibrate, where the calibration file names it;
 *     else null
 * @param listed where the pairs stand in lists of a corpus; else null
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
  /** Of pairs that are audited. */
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
