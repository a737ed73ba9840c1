package dev.falcon.eval.metric;

import java.util.Arrays;

/** The largest few of the values seen, in descending order; missing ones are -infinity. */
final class BestValues {
  private final float[] best;

  BestValues(int size) {
    best = new float[size];
    Arrays.fill(best, Float.NEGATIVE_INFINITY);
  }

  void add(float value) {
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

  float get(int rank) {
    return best[rank];
  }
}
