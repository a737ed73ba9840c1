package dev.falcon.mining.audit.internal.plan;

import java.util.Arrays;
import java.util.stream.IntStream;

/** The samples of one batch of a plan, in its order. */
public final class PlanBatch {
  /** Quantiles are told apart by their first decimal. */
  public static final int QUANTILE_STRATA = 11;

  private final int[] items;
  private final int[] anchors;
  private final float[] quantiles;
  private final int[][] chained; // [QUANTILE_STRATA], null until it is asked for

  /**
   * A batch.
   *
   * @param anchors the items that chose the samples; -1 where none did
   * @param quantiles that were asked; NaN where none was
   */
  PlanBatch(int[] items, int[] anchors, float[] quantiles) {
    this.items = items;
    this.anchors = anchors;
    this.quantiles = quantiles;
    this.chained = new int[QUANTILE_STRATA][];
  }

  /** How many samples. */
  public int size() {
    return items.length;
  }

  /** The samples. */
  public int[] items() {
    return items;
  }

  /** A sample. */
  public int item(int sample) {
    return items[sample];
  }

  /** What chose a sample; -1 where nothing did. */
  public int anchor(int sample) {
    return anchors[sample];
  }

  /** The quantile that was asked of a sample; NaN where none was. */
  public float quantile(int sample) {
    return quantiles[sample];
  }

  /** The samples that an anchor chose at quantiles of this stratum. */
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
