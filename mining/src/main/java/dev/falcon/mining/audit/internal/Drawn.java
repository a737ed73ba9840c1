package dev.falcon.mining.audit.internal;

import dev.falcon.mining.audit.AuditPair;
import dev.falcon.mining.audit.Stratum;
import java.util.List;

/**
 * The pairs of an audit.
 *
 * @param strata what they were drawn from, by number
 * @param pairs the pairs, by stratum
 */
public record Drawn(List<Stratum> strata, List<AuditPair> pairs) {}
