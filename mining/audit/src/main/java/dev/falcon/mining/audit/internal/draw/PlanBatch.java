// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.audit.internal.draw;

import java.util.Arrays;
import java.util.stream.IntStream;

/** The samples of one batch of a plan, in order. */
final class PlanBatch {
  /** The number of strata of quantiles, by their first decimal. */
  public static final int QUANTILE_STRATA = 11;

  private final int[] items;
  private final int[] anchors;
  private final float[] quantiles;
  private final int[][] chained; // [QUANTILE_STRATA], null until it is used

  /**
   * Creates a batch.
   *
   * @param items the samples
   * @param anchors the items that chose the samples; -1 for a sample without an anchor
   * @param quantiles the requested quantiles, in [0, 1]; NaN for none
   */
  PlanBatch(int[] items, int[] anchors, float[] quantiles) {
    this.items = items;
    this.anchors = anchors;
    this.quantiles = quantiles;
    this.chained = new int[QUANTILE_STRATA][];
  }

  /** Returns the number of samples. */
  public int size() {
    return items.length;
  }

  /** Returns the samples' items. */
  public int[] items() {
    return items;
  }

  /** Returns the item of a sample. */
  public int item(int sample) {
    return items[sample];
  }

  /** Returns the anchor of a sample; -1 for none. */
  public int anchor(int sample) {
    return anchors[sample];
  }

  /** Returns the quantile requested of a sample; NaN for none. */
  public float quantile(int sample) {
    return quantiles[sample];
  }

  /** Returns the samples that anchors chose at quantiles of this stratum. */
  public int[] chained(int stratum) {
    if (chained[stratum] == null) {
      Arrays.setAll(
          chained,
          i ->
              IntStream.range(0, size())
                  .filter(sample -> anchors[sample] >= 0)
                  .filter(sample -> Math.round(quantiles[sample] * (QUANTILE_STRATA - 1)) == i)
                  .toArray());
    }
    return chained[stratum];
  }
}
