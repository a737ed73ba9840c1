// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.policy;

import dev.falcon.data.RandomStream;
import dev.falcon.mining.algorithm.Candidates;
import dev.falcon.mining.algorithm.Drawing;
import java.util.function.IntFunction;

/**
 * SimANS' draw (Zhou et al., 2022, "Simple Ambiguous Negatives Sampling for Dense Text Retrieval"):
 * the next sample is drawn with probability ∝ exp(−a·(d − b)²), where d is the candidate's
 * similarity to the anchor less the anchor's own similarity, each the mean of both directions. It
 * prefers candidates about as similar as the anchor's own pair; with b &lt; 0, less similar ones.
 * The paper's a of 0.5 is for unnormalised scores; for cosines, 100 gives the same sharpness.
 *
 * @param rows the rows of S, +∞ on the diagonal
 * @param own S[i][i] of every sample
 * @param sharpness a, above 0
 * @param offset b
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record ScoreDraw(IntFunction<float[]> rows, float[] own, double sharpness, double offset)
    implements Drawing {
  /** The value of a for cosines. */
  public static final double SHARPNESS = 100;

  @Override
  public int draw(int anchor, Candidates candidates, RandomStream random) {
    float[] row = rows.apply(anchor);
    int[] list = candidates.list();
    int count = candidates.size();
    double[] cumulative = new double[count];
    double sum = 0;
    for (int x = 0; x < count; x++) {
      sum += weight((row[list[x]] - own[anchor]) / 2, sharpness, offset);
      cumulative[x] = sum;
    }
    if (!(sum > 0)) {
      return list[random.nextInt(count)];
    }
    double point = random.nextDouble() * sum;
    int chosen = 0;
    while (cumulative[chosen] <= point) {
      chosen++;
    }
    return list[chosen];
  }

  @Override
  public float similarity(int anchor, int other) {
    return rows.apply(anchor)[other];
  }

  /** Returns the weight exp(−a·(d − b)²) of a candidate. */
  static double weight(double distance, double sharpness, double offset) {
    double from = distance - offset;
    return StrictMath.exp(-sharpness * from * from);
  }
}
