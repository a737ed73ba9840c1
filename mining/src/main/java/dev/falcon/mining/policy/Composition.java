package dev.falcon.mining.policy;

import dev.falcon.data.RequestException;
import java.util.Locale;

/**
 * How a batch is composed: line 3 of Algorithm 1.
 *
 * @param policy where quantiles come from
 * @param level whose a quantile is
 * @param warp q becomes 1 - (1 - q)^warp, which stretches the top ranks; in [1, 100], 1 leaves q as
 *     it is
 * @param runLength after so many samples the chain begins anew within the batch, with a uniform
 *     draw; at least 1, {@link #WHOLE_BATCH} for never
 */
public record Composition(QuantilePolicy policy, Level level, double warp, int runLength) {
  /** The chain runs through the whole batch, as in the paper. */
  public static final int WHOLE_BATCH = Integer.MAX_VALUE;

  private static final double GREATEST_WARP = 100;

  public Composition {
    if (!(warp >= 1 && warp <= GREATEST_WARP)) {
      throw new RequestException("warp must be in [1, 100]; warp=" + warp);
    }
    if (runLength < 1) {
      throw new RequestException("run-length must be at least 1; run-length=" + runLength);
    }
  }

  /** A chain through the whole batch. */
  public Composition(QuantilePolicy policy, Level level, double warp) {
    this(policy, level, warp, WHOLE_BATCH);
  }

  /** The paper's: every anchor has a quantile of its own, taken as it is. */
  public static Composition of(QuantilePolicy policy) {
    return new Composition(policy, Level.INSTANCE, 1);
  }

  /** The quantile that is asked for where the policy says q. */
  public double warped(double quantile) {
    return warp == 1 ? quantile : 1 - StrictMath.pow(1 - quantile, warp);
  }

  /** Whose a quantile is. */
  public enum Level {
    /** Every anchor's own. */
    INSTANCE,
    /** One for the batch. */
    BATCH;

    /** Its name in flags. */
    public String label() {
      return name().toLowerCase(Locale.ROOT);
    }
  }
}
