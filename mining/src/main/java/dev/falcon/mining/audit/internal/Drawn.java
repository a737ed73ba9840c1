package dev.falcon.mining.audit.internal;

import dev.falcon.mining.audit.Stratum;
import java.util.List;

/**
 * The pairs of an audit.
 *
 * @param strata what they were drawn from, by number
 * @param pairs the pairs, by stratum
 * @param pairsForPrecision how many the asked precision needs; null where that many were allowed
 */
public record Drawn(List<Stratum> strata, AuditPairs pairs, Long pairsForPrecision) {}
