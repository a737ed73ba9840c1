package dev.falcon.mining.audit.result;

/**
 * Pairs that are drawn alike.
 *
 * @param quantile asked of the pairs, to one decimal in a plan; null where none was
 * @param population how many pairs there are
 * @param drawn how many of them are audited
 * @param sameImage how many of the population show one image twice, so that the negative is false
 *     for certain; null where that is not counted
 * @param sameCaption how many of the population have one caption twice; null likewise
 */
public record Stratum(
    PairKind kind,
    Direction direction,
    Double quantile,
    long population,
    long drawn,
    Long sameImage,
    Long sameCaption) {}
