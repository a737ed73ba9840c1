// SPDX-License-Identifier: Apache-2.0
package dev.falcon.benchmarks.material;

import dev.falcon.data.RandomStream;
import dev.falcon.data.statistics.ClusteredSample;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * A sample that can be drawn many times over.
 *
 * @param name what is drawn
 * @param share the true share
 * @param members how many are drawn
 * @param sample their strata and clusters
 * @param answers draws which members are positive
 */
public record CoverageCase(
    String name, double share, int members, ClusteredSample sample, Answers answers) {
  /** Which members are positive. */
  @FunctionalInterface
  public interface Answers {
    /** Draws them. */
    boolean[] draw(RandomStream random);
  }

  /** Which members are positive. */
  public boolean[] draw(RandomStream random) {
    return answers.draw(random);
  }

  /**
   * Pairs that are positive where a sum of normal effects, of the pair's image, its caption, its
   * two images and its own, is below a quantile.
   *
   * @param correlations of the effects of image, caption and couple // [3]
   * @param clusters each pair's image, caption and couple // [3][pairs]
   */
  static CoverageCase latent(String name, double share, double[] correlations, int[]... clusters) {
    int members = clusters[0].length;
    double own = Math.sqrt(Math.max(0, 1 - Arrays.stream(correlations).sum()));
    double limit = normalQuantile(share);
    Answers answers =
        random -> {
          double[] latent = new double[members];
          Arrays.setAll(latent, i -> own * random.nextGaussian());
          for (int kind = 0; kind < clusters.length; kind++) {
            double scale = Math.sqrt(correlations[kind]);
            if (scale > 0) {
              double[] effects = new double[Arrays.stream(clusters[kind]).max().orElse(0) + 1];
              Arrays.setAll(effects, i -> scale * random.nextGaussian());
              for (int i = 0; i < members; i++) {
                latent[i] += effects[clusters[kind][i]];
              }
            }
          }
          boolean[] positive = new boolean[members];
          for (int i = 0; i < members; i++) {
            positive[i] = latent[i] < limit;
          }
          return positive;
        };
    ClusteredSample sample = new ClusteredSample(new int[members], new double[] {1}, clusters);
    return new CoverageCase(name, share, members, sample, answers);
  }

  private static double normalQuantile(double share) {
    if (share == 0.02) {
      return -2.053748910631822;
    } else if (share == 0.1) {
      return -1.2815515655446004;
    } else if (share == 0.5) {
      return 0;
    }
    throw new IllegalArgumentException("no quantile of " + share);
  }

  /**
   * Independent members of strata with shares of their own.
   *
   * @param shares of each stratum // [strata]
   * @param drawn how many members of each // [strata]
   * @param weights how many one of them stands for // [strata]
   */
  static CoverageCase stratified(String name, double[] shares, int[] drawn, double[] weights) {
    int[] strata =
        IntStream.range(0, drawn.length)
            .flatMap(stratum -> IntStream.generate(() -> stratum).limit(drawn[stratum]))
            .toArray();
    int[] own = IntStream.range(0, strata.length).toArray();
    double population = 0;
    double positive = 0;
    for (int stratum = 0; stratum < drawn.length; stratum++) {
      population += weights[stratum] * drawn[stratum];
      positive += weights[stratum] * drawn[stratum] * shares[stratum];
    }
    Answers answers =
        random -> {
          boolean[] positives = new boolean[strata.length];
          for (int i = 0; i < strata.length; i++) {
            positives[i] = random.nextDouble() < shares[strata[i]];
          }
          return positives;
        };
    return new CoverageCase(
        name,
        positive / population,
        strata.length,
        new ClusteredSample(strata, weights, own, own, own),
        answers);
  }
}
