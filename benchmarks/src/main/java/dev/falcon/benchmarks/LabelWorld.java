// SPDX-License-Identifier: Apache-2.0
package dev.falcon.benchmarks;

import dev.falcon.data.RandomStream;
import dev.falcon.mining.label.LabelPair;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.DoubleUnaryOperator;

/**
 * Drawn pairs of 2,000 images and captions, whose log odds of a match have an effect of each, with
 * a judge's scores.
 *
 * @param truth whether a pair matches, by {@link #name}
 */
record LabelWorld(List<LabelPair> pairs, Map<String, Boolean> truth) {
  private static final int DRAWN = 10_000;
  private static final int GROUPS = 2_000;

  /** A pair's key in the truth. */
  static String name(LabelPair pair) {
    return pair.imageKey() + '\0' + pair.textKey();
  }

  /** The mean log odds with which that share of pairs matches. */
  static double mean(double share) {
    return bisect(mu -> normalMean(x -> logistic(mu + Math.sqrt(2) * x)) - share, -15, 5);
  }

  /**
   * Draws a world.
   *
   * @param mean the mean log odds of a match
   * @param delta difference of the mean scores of matches and other pairs
   */
  static LabelWorld draw(RandomStream random, double mean, double delta) {
    double[] ofImage = gaussian(random, 1);
    double[] ofCaption = gaussian(random, 1);
    double[] bias = gaussian(random, 0.4);
    List<LabelPair> pairs = new ArrayList<>(DRAWN);
    Map<String, Boolean> truth = new TreeMap<>();
    for (int i = 0; i < DRAWN; i++) {
      int image = random.nextInt(GROUPS);
      int caption = random.nextInt(GROUPS);
      boolean match = random.nextDouble() < logistic(mean + ofImage[image] + ofCaption[caption]);
      double score = (match ? delta : 0) + bias[image] + Math.sqrt(0.84) * random.nextGaussian();
      LabelPair pair = new LabelPair("i" + image, "t" + i, 1, image, caption, (float) score);
      pairs.add(pair);
      truth.put(name(pair), match);
    }
    return new LabelWorld(pairs, truth);
  }

  private static double[] gaussian(RandomStream random, double deviation) {
    double[] values = new double[GROUPS];
    Arrays.setAll(values, i -> deviation * random.nextGaussian());
    return values;
  }

  private static double logistic(double x) {
    return 1 / (1 + Math.exp(-x));
  }

  private static double normalMean(DoubleUnaryOperator of) {
    double sum = 0;
    for (int i = -800; i <= 800; i++) {
      double x = i / 100.0;
      sum += of.applyAsDouble(x) * Math.exp(-x * x / 2) / 100;
    }
    return sum / Math.sqrt(2 * Math.PI);
  }

  private static double bisect(DoubleUnaryOperator rising, double low, double high) {
    double from = low;
    double to = high;
    for (int i = 0; i < 60; i++) {
      double middle = (from + to) / 2;
      if (rising.applyAsDouble(middle) < 0) {
        from = middle;
      } else {
        to = middle;
      }
    }
    return from;
  }
}
