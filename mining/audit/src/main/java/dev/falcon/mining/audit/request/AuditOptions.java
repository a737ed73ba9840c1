// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.audit.request;

import dev.falcon.data.RequestException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Options for drawing and counting.
 *
 * @param thresholds the thresholds of scores, in [0, 1]; a pair whose score is above a threshold is
 *     classified as a match at that threshold
 * @param maxPairs the maximum number of pairs to draw, in [1, 2^29]; they are held in memory
 * @param precision the maximum half-width of an interval, in (0, 0.5); null to draw as many pairs
 *     as allowed
 * @param targetPrecision the precision that the threshold fitted on the calibration file must
 *     reach, in (0, 1]
 * @param seed the seed of every draw
 */
public record AuditOptions(
    List<Double> thresholds, long maxPairs, Double precision, double targetPrecision, long seed) {
  /** The default thresholds of a probability: even odds, and those of MAFA and FALCON. */
  public static final List<Double> DEFAULT_THRESHOLDS = List.of(0.5, 0.8, 0.98);

  /** The default maximum number of pairs. */
  public static final long DEFAULT_MAX_PAIRS = 100_000;

  /** The default precision that a fitted threshold must reach. */
  public static final double DEFAULT_TARGET_PRECISION = 0.95;

  public AuditOptions {
    thresholds = thresholds.stream().sorted().distinct().toList();
    for (double threshold : thresholds) {
      if (!(threshold >= 0 && threshold <= 1)) {
        throw new RequestException("a threshold must lie in [0, 1]; threshold=" + threshold);
      }
    }
    if (thresholds.isEmpty()) {
      throw new RequestException("name at least one threshold");
    }
    if (maxPairs < 1 || maxPairs > 1 << 29) {
      throw new RequestException("max-pairs must lie in [1, 2^29]; max-pairs=" + maxPairs);
    }
    if (precision != null && !(precision > 0 && precision < 0.5)) {
      throw new RequestException("precision must lie in (0, 0.5); precision=" + precision);
    }
    if (!(targetPrecision > 0 && targetPrecision <= 1)) {
      throw new RequestException(
          "target-precision must lie in (0, 1]; target-precision=" + targetPrecision);
    }
  }

  /** Returns the default options. */
  public static AuditOptions defaults() {
    return new AuditOptions(
        DEFAULT_THRESHOLDS, DEFAULT_MAX_PAIRS, null, DEFAULT_TARGET_PRECISION, 42);
  }

  /** Returns the options for the provenance, by the flags' names. */
  public Map<String, Object> describe() {
    Map<String, Object> described = new TreeMap<>();
    described.put("thresholds", thresholds);
    described.put("max-pairs", maxPairs);
    described.put("precision", precision);
    described.put("target-precision", targetPrecision);
    return described;
  }
}
