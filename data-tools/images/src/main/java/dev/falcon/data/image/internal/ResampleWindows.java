// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.image.internal;

import dev.falcon.data.image.ResampleFilter;

/**
 * The windows of a resize along one axis: for every output position, its input positions and their
 * weights.
 */
public final class ResampleWindows {
  /**
   * The number of fractional bits of the fixed-point weights: 8 bits of a pixel and 2 of headroom
   * leave 22 of an int.
   */
  public static final int PRECISION_BITS = 32 - 8 - 2;

  public final int[] first; // [out], the first input position
  public final int[] length; // [out], number of input positions
  public final int[] weights; // [out x reach], fixed point, a row padded with zeros
  public final double[] exactWeights; // the same before rounding
  public final int reach;

  /** Creates the windows that resize {@code in} positions to {@code out}. */
  public ResampleWindows(int in, int out, ResampleFilter filter) {
    double scale = (double) in / out;
    double filterScale = Math.max(scale, 1);
    double support = filter.support() * filterScale;
    reach = (int) Math.ceil(support) * 2 + 1;
    first = new int[out];
    length = new int[out];
    weights = new int[out * reach];
    exactWeights = new double[out * reach];
    for (int i = 0; i < out; i++) {
      double center = (i + 0.5) * scale;
      first[i] = Math.max(0, (int) (center - support + 0.5));
      length[i] = Math.min(in, (int) (center + support + 0.5)) - first[i];
      weigh(i, center, 1 / filterScale, filter);
    }
  }

  /** Returns the position after the last input position of a window. */
  public int end(int i) {
    return first[i] + length[i];
  }

  private void weigh(int i, double center, double inverseScale, ResampleFilter filter) {
    int row = i * reach;
    double sum = 0;
    for (int k = 0; k < length[i]; k++) {
      double weight = filter.weight((k + first[i] - center + 0.5) * inverseScale);
      exactWeights[row + k] = weight;
      sum += weight;
    }
    for (int k = 0; k < length[i]; k++) {
      if (sum != 0) {
        exactWeights[row + k] /= sum;
      }
      double fixed = exactWeights[row + k] * (1 << PRECISION_BITS);
      weights[row + k] = (int) (fixed < 0 ? fixed - 0.5 : fixed + 0.5);
    }
  }
}
