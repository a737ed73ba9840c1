// SPDX-License-Identifier: Apache-2.0
package dev.falcon.eval.metric;

import java.util.Arrays;

/** Keeps the largest few of the values added, in descending order; missing ones are -∞. */
public final class BestValues {
  private final float[] best;

  public BestValues(int size) {
    best = new float[size];
    Arrays.fill(best, Float.NEGATIVE_INFINITY);
  }

  /** Adds the values from an index to another, exclusive. */
  public void add(float[] values, int from, int to) {
    float least = best[best.length - 1];
    for (int i = from; i < to; i++) {
      if (values[i] > least) {
        add(values[i]);
        least = best[best.length - 1];
      }
    }
  }

  public void add(float value) {
    int last = best.length - 1;
    if (value <= best[last]) {
      return;
    }
    int place = last;
    while (place > 0 && value > best[place - 1]) {
      best[place] = best[place - 1];
      place--;
    }
    best[place] = value;
  }

  public float get(int rank) {
    return best[rank];
  }
}
