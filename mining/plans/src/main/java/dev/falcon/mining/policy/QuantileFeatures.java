// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.policy;

/**
 * Ŝ of the paper: the scheduler's input for an anchor. m evenly spaced quantiles of the anchor's
 * row of S, ascending, then normalised by softmax over the row (temperature 1).
 */
public final class QuantileFeatures {
  private QuantileFeatures() {}

  /**
   * Normalises rows of quantiles.
   *
   * @param quantiles the quantiles of rows of S, [rows x m], in [-2, 2]
   * @param m the number of quantiles per row
   * @return Ŝ, [rows x m], in which every row sums to 1
   */
  public static float[] softmax(float[] quantiles, int m) {
    float[] features = new float[quantiles.length];
    double[] exponentials = new double[m];
    for (int row = 0; row < quantiles.length; row += m) {
      // Rows ascend, so the last value is the greatest. Similarities are small, but subtracting it
      // costs nothing.
      double greatest = quantiles[row + m - 1];
      double sum = 0;
      for (int k = 0; k < m; k++) {
        // Strict, so that Ŝ has the same bits on every machine.
        exponentials[k] = StrictMath.exp(quantiles[row + k] - greatest);
        sum += exponentials[k];
      }
      for (int k = 0; k < m; k++) {
        features[row + k] = (float) (exponentials[k] / sum);
      }
    }
    return features;
  }
}
