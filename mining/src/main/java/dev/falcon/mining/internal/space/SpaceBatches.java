package dev.falcon.mining.internal.space;

import dev.falcon.mining.algorithm.ComposedBatch;
import java.util.List;
import java.util.Map;

/**
 * What was mined of one space, in terms of its own indices.
 *
 * @param batches the space's batches in order
 * @param quantilesInSpace for each batch and member, where its similarity lies among all of the
 *     anchor's row, in [0, 1] to within 1/(m-1); NaN where there is no anchor
 * @param positives for each batch and member, S[anchor][anchor], twice the pair's own cosine; NaN
 *     where there is no anchor
 * @param withheld how many candidates conflicts kept out of batches, by reason
 */
public record SpaceBatches(
    List<ComposedBatch> batches,
    List<float[]> quantilesInSpace,
    List<float[]> positives,
    Map<String, Long> withheld) {}
