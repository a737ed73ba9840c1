// SPDX-License-Identifier: Apache-2.0
package dev.falcon.benchmarks.material;

import dev.falcon.data.RandomStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;

/** The samples whose intervals are tried: clusters and strata as audits have them. */
public final class CoverageCases {
  private static final double[] SHARES = {0.02, 0.1, 0.5};
  private static final double[] INDEPENDENT = {0, 0, 0};

  private final List<CoverageCase> cases = new ArrayList<>();

  private CoverageCases() {}

  /** All of them. */
  public static List<CoverageCase> all() {
    CoverageCases all = new CoverageCases();
    all.addClusters();
    all.addStrata();
    return all.cases;
  }

  private void addClusters() {
    for (int pairs : new int[] {300, 1_500}) {
      int[] own = range(pairs);
      latent(pairs + " pairs that share nothing", INDEPENDENT, own, own, own);
    }
    for (double correlation : new double[] {0, 0.3, 0.6}) {
      int[] own = range(1_000);
      latent(
          "20 images of 50 captions each, correlation " + correlation,
          new double[] {correlation, 0, 0},
          of(own, i -> i / 50),
          own,
          own);
    }
    for (double correlation : new double[] {0, 0.2, 0.4}) {
      int[] all = range(900);
      String name = "30 images by 30 captions, correlations " + correlation;
      double[] both = {correlation, correlation, 0};
      latent(name, both, of(all, i -> i / 30), of(all, i -> i % 30), all);
    }
    for (double correlation : new double[] {0, 0.4}) {
      int[] cell = range(10_000);
      RandomStream.of(1, "pairs of 100 images and 100 captions").shuffle(cell);
      int[] drawn = range(1_000);
      String name = "1000 of 100 images by 100 captions, correlations " + correlation;
      double[] both = {correlation, correlation, 0};
      latent(name, both, of(drawn, i -> cell[i] / 100), of(drawn, i -> cell[i] % 100), drawn);
    }
    for (int couples : new int[] {200, 1_000}) {
      for (double correlation : new double[] {0, 0.5, 0.95, 1}) {
        int[] pairs = range(2 * couples);
        String name = couples + " pairs both ways, correlation " + correlation;
        latent(name, new double[] {0, 0, correlation}, pairs, pairs, of(pairs, i -> i / 2));
      }
    }
    for (double correlation : new double[] {0, 0.3}) {
      // Pair 2 i is image i with caption i + 1, pair 2 i + 1 is image i + 1 with caption i.
      int[] pairs = range(1_000);
      String name = "a chain of 500 images both ways, correlations " + correlation;
      double[] each = {correlation, correlation, correlation};
      latent(
          name,
          each,
          of(pairs, i -> (i / 2 + i % 2) % 500),
          of(pairs, i -> (i / 2 + 1 - i % 2) % 500),
          of(pairs, i -> i / 2));
    }
  }

  private void addStrata() {
    stratified("2 strata, 90 % and 10 %", new double[] {0.9, 0.1}, 200, 1, 1);
    stratified(
        "5 strata of 90 % to 0 %", new double[] {0.9, 0.5, 0.1, 0.02, 0}, 100, 1, 1, 1, 1, 1);
    cases.add(
        CoverageCase.stratified(
            "3 strata, drawn at 1 in 50, 500 and 2,225",
            new double[] {0.6, 0.1, 0.01},
            new int[] {200, 200, 400},
            new double[] {50, 500, 2_225}));
    double[] rising = new double[22];
    double[] falling = new double[22];
    Arrays.setAll(rising, i -> Math.pow(0.01 + 0.79 * i / 21, 2));
    Arrays.setAll(falling, i -> 60 - 59.0 * i / 21);
    stratified("22 strata of 0 to 64 %, 68 pairs each", rising, 68, falling);
    stratified("22 strata of 0 to 64 %, 10 pairs each", rising, 10, falling);
    cases.add(
        CoverageCase.stratified(
            "nine tenths of all in a stratum of 60 pairs",
            new double[] {0.1, 0.5},
            new int[] {60, 200},
            new double[] {15, 0.5}));
  }

  private void stratified(String name, double[] shares, int each, double... weights) {
    int[] drawn = new int[shares.length];
    Arrays.fill(drawn, each);
    cases.add(CoverageCase.stratified(name, shares, drawn, weights));
  }

  private void latent(String name, double[] correlations, int[]... clusters) {
    for (double share : SHARES) {
      cases.add(CoverageCase.latent(name, share, correlations, clusters));
    }
  }

  private static int[] range(int count) {
    return IntStream.range(0, count).toArray();
  }

  private static int[] of(int[] members, IntUnaryOperator cluster) {
    return Arrays.stream(members).map(cluster).toArray();
  }
}
