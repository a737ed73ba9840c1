package dev.falcon.mining.audit.internal.draw;

import dev.falcon.mining.audit.internal.data.AuditPairs;
import dev.falcon.mining.audit.result.Stratum;
import java.util.List;

/**
 * Pairs out of strata.
 *
 * @param strata what they were drawn from, by number
 * @param pairs the pairs, by stratum
 * @param pairsForPrecision how many the asked precision needs; null where that many were allowed
 */
record Sampled(List<Stratum> strata, AuditPairs pairs, Long pairsForPrecision) {}
