// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.policy;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.falcon.data.RequestException;
import java.util.Locale;

/**
 * How a batch is composed: line 3 of Algorithm 1.
 *
 * @param policy the source of quantiles
 * @param level the scope of a quantile
 * @param warp the exponent with which q becomes 1 - (1 - q)^warp, which stretches the top ranks, in
 *     [1, 100]; 1 leaves q unchanged
 * @param runLength the number of samples after which the chain restarts within the batch with a
 *     uniform draw, at least 1; {@link #WHOLE_BATCH} for never
 */
public record Composition(QuantilePolicy policy, Level level, double warp, int runLength) {
  /** The chain covers the whole batch, as in the paper. */
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

  /** Creates a composition whose chain covers the whole batch. */
  public Composition(QuantilePolicy policy, Level level, double warp) {
    this(policy, level, warp, WHOLE_BATCH);
  }

  /** Returns the paper's composition: every anchor has its own quantile, without a warp. */
  public static Composition of(QuantilePolicy policy) {
    return new Composition(policy, Level.INSTANCE, 1);
  }

  /** Returns 1 − (1 − q)^warp, the quantile to request if the policy gives q. */
  public double warped(double quantile) {
    return warp == 1 ? quantile : 1 - StrictMath.pow(1 - quantile, warp);
  }

  /** The scope of a quantile. */
  public enum Level {
    /** Every anchor has its own quantile. */
    @JsonProperty("instance")
    INSTANCE,
    /** All anchors of a batch have the same quantile. */
    @JsonProperty("batch")
    BATCH;

    /** Returns the name used in flags. */
    public String label() {
      return name().toLowerCase(Locale.ROOT);
    }
  }
}
