package dev.falcon.mining.audit.internal.draw;

import dev.falcon.mining.audit.internal.data.AuditPairs;
import dev.falcon.mining.audit.internal.data.Items;
import dev.falcon.mining.audit.internal.data.PairSimilarities;
import dev.falcon.mining.audit.result.Stratum;
import java.util.List;

/**
 * The pairs of an audit and what is known of them before they are judged.
 *
 * @param items the dataset's captions
 * @param strata what they were drawn from, by number
 * @param pairs the pairs, by stratum
 * @param similarities of the store's vectors
 * @param truth 1 a match, 0 none, -1 not known // [pairs]
 * @param trueMatches of how many images each caption is known to be true // [items], or empty
 * @param sharedWithCalibration how many audited pairs the calibration file lists, too
 * @param pairsForPrecision how many the asked precision needs; null where that many were allowed
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record Drawn(
    Items items,
    List<Stratum> strata,
    AuditPairs pairs,
    PairSimilarities similarities,
    byte[] truth,
    int[] trueMatches,
    long sharedWithCalibration,
    Long pairsForPrecision) {}
