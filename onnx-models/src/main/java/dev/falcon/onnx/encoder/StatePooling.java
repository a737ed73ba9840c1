// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.encoder;

import dev.falcon.onnx.text.Pooling;
import dev.falcon.onnx.text.TokenBatch;
import java.nio.FloatBuffer;
import java.util.Arrays;
import java.util.List;

/** Pools the states of texts' tokens to one vector per text. */
final class StatePooling {
  private final List<Pooling> modes;
  private final int width;

  /**
   * @param modes the modes of pooling, whose vectors are concatenated
   * @param width the number of components of a state
   */
  StatePooling(List<Pooling> modes, int width) {
    this.modes = modes;
    this.width = width;
  }

  /**
   * Pools a batch. Special tokens are pooled like others; padding is not. A text without tokens
   * gets the zero vector, which is rejected when it is used.
   *
   * @param states the states of the tokens {@code // [rows x length x width]}
   * @param leading the number of leading tokens that are not pooled, such as those of a prompt;
   *     {@link Pooling#CLS} still uses the very first token
   * @return one vector per text {@code // [rows x (modes x width)]}
   */
  float[] pool(FloatBuffer states, TokenBatch batch, int leading) {
    float[] vectors = new float[batch.rows() * modes.size() * width];
    float[] row = new float[batch.length() * width];
    for (int text = 0; text < batch.rows(); text++) {
      states.get(text * row.length, row);
      boolean[] counts = new boolean[batch.length()];
      for (int place = leading; place < counts.length; place++) {
        counts[place] = batch.mask()[text * batch.length() + place] != 0;
      }
      for (int mode = 0; mode < modes.size(); mode++) {
        if (modes.get(mode) != Pooling.CLS || !batch.isMasked(text)) {
          pool(modes.get(mode), row, counts, vectors, (text * modes.size() + mode) * width);
        }
      }
    }
    return vectors;
  }

  private void pool(Pooling mode, float[] row, boolean[] counts, float[] vectors, int to) {
    switch (mode) {
      case CLS -> System.arraycopy(row, 0, vectors, to, width);
      case LAST_TOKEN -> {
        int last = last(counts);
        if (last >= 0) {
          System.arraycopy(row, last * width, vectors, to, width);
        }
      }
      case MAX -> largest(row, counts, vectors, to);
      case MEAN, MEAN_SQRT_LEN, WEIGHTED_MEAN -> sum(mode, row, counts, vectors, to);
    }
  }

  private static int last(boolean[] counts) {
    int last = counts.length - 1;
    while (last >= 0 && !counts[last]) {
      last--;
    }
    return last;
  }

  /** Pools by the maximum; leaves the zero vector to a text without pooled tokens. */
  private void largest(float[] row, boolean[] counts, float[] vectors, int to) {
    if (last(counts) < 0) {
      return;
    }
    Arrays.fill(vectors, to, to + width, Float.NEGATIVE_INFINITY);
    for (int place = 0; place < counts.length; place++) {
      if (counts[place]) {
        for (int i = 0; i < width; i++) {
          vectors[to + i] = Math.max(vectors[to + i], row[place * width + i]);
        }
      }
    }
  }

  private void sum(Pooling mode, float[] row, boolean[] counts, float[] vectors, int to) {
    double[] sums = new double[width];
    double all = 0;
    for (int place = 0; place < counts.length; place++) {
      if (counts[place]) {
        double weight = mode == Pooling.WEIGHTED_MEAN ? place + 1 : 1;
        all += weight;
        for (int i = 0; i < width; i++) {
          sums[i] += weight * row[place * width + i];
        }
      }
    }
    double divisor = Math.max(mode == Pooling.MEAN_SQRT_LEN ? Math.sqrt(all) : all, 1e-9);
    for (int i = 0; i < width; i++) {
      vectors[to + i] = (float) (sums[i] / divisor);
    }
  }
}
