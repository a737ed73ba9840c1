// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.falcon.data.RandomStream;
import dev.falcon.data.statistics.ClusteredSample.Question;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ClusteredSampleTest {
  private static int[] range(int count) {
    return IntStream.range(0, count).toArray();
  }

  /** Every member is a cluster of its own. */
  private static ClusteredSample independent(int[] strata, double... weights) {
    return new ClusteredSample(strata, weights, range(strata.length), range(strata.length));
  }

  /** With nothing shared it is the sum of squares; a pair that comes twice counts as one. */
  @Test
  void theVarianceOfAMeasureSumsInfluencesByCluster() {
    int[] own = {0, 1, 2, 3};
    int[] members = {0, 1, 2, 3};
    double[] influences = {0.1, -0.2, 0.3, -0.2};
    ClusteredSample apart = new ClusteredSample(new int[4], new double[] {1}, own, own);
    // Fourth powers add up to 0.0114: 2 · 0.135² / 0.0114 are more than the 3 degrees of 4
    // clusters.
    assertThat(apart.variance(members, influences))
        .isCloseTo(0.18 * 4 / 3 * wider(3), within(1e-12));
    int[] pairs = {0, 0, 1, 1};
    ClusteredSample shared = new ClusteredSample(new int[4], new double[] {1}, pairs, own);
    double byImage = (0.1 * 0.1 + 0.1 * 0.1) * 2;
    // Of own clusters it would be 0.24, which is more than byImage; they are the larger kind.
    assertThat(shared.variance(members, influences)).isCloseTo(byImage * wider(3), within(1e-12));
  }

  /** Times this is a variance of which the normal quantile makes an interval of Student's. */
  private static double wider(int freedom) {
    return Math.pow(StudentT.quantile(freedom) / Interval.Z, 2);
  }

  @Test
  void oneStratumIsAPlainWilsonInterval() {
    Rate rate = independent(new int[263], 7.5).rate(range(263), i -> Question.answer(i < 81));

    assertThat(rate.share()).isCloseTo(81 / 263.0, within(1e-15));
    assertThat(rate.effective()).isCloseTo(263, within(1e-9));
    assertThat(rate.interval().low())
        .isCloseTo(Interval.wilson(81 / 263.0, 263).low(), within(1e-12));
    assertThat(rate.population()).isEqualTo(263 * 7.5);
    assertThat(rate.positives()).isEqualTo(81);
    assertThat(rate.judged()).isEqualTo(263);
  }

  /**
   * Draws from strata of known shares, thousands of times over: the true share is mostly inside.
   */
  @Test
  void intervalsHoldTheTruthAsOftenAsTheySay() {
    long[] sizes = {10_000, 100_000, 890_000};
    double[] shares = {0.6, 0.1, 0.01};
    int[] drawn = {200, 200, 400};
    double[] weights = {50, 500, 2_225};
    double truth = (0.6 * 10_000 + 0.1 * 100_000 + 0.01 * 890_000) / 1_000_000;
    int[] strata = new int[800];
    Arrays.fill(strata, 200, 400, 1);
    Arrays.fill(strata, 400, 800, 2);
    assertThat(weights[2] * drawn[2] + weights[1] * drawn[1] + weights[0] * drawn[0])
        .isEqualTo((double) Arrays.stream(sizes).sum());
    ClusteredSample sample = independent(strata, weights);
    RandomStream random = RandomStream.of(1, "coverage");
    int held = 0;
    double sum = 0;
    for (int trial = 0; trial < 2_000; trial++) {
      Rate rate =
          sample.rate(range(800), i -> Question.answer(random.nextDouble() < shares[strata[i]]));
      sum += rate.share();
      held += rate.interval().contains(truth) ? 1 : 0;
    }

    assertThat(sum / 2_000).isCloseTo(truth, within(0.001));
    assertThat(held / 2_000.0).isBetween(0.93, 0.97);
  }

  /**
   * A table of 40 images and 25 captions whose entries share what their image and their caption
   * add: the plain interval holds the truth far too seldom, this one about as often as it says.
   */
  @Test
  void intervalsCountWhatImagesAndCaptionsShare() {
    int images = 40;
    int captions = 25;
    int[] image = new int[images * captions];
    int[] caption = new int[images * captions];
    Arrays.setAll(image, i -> i / captions);
    Arrays.setAll(caption, i -> i % captions);
    ClusteredSample sample =
        new ClusteredSample(new int[image.length], new double[] {3}, image, caption);
    RandomStream random = RandomStream.of(2, "two-way");
    int held = 0;
    int plainlyHeld = 0;
    for (int trial = 0; trial < 1_000; trial++) {
      double[] ofImage = new double[images];
      double[] ofCaption = new double[captions];
      Arrays.setAll(ofImage, i -> random.nextGaussian());
      Arrays.setAll(ofCaption, i -> random.nextGaussian());
      Rate rate =
          sample.rate(
              range(image.length),
              i ->
                  Question.answer(
                      ofImage[image[i]] + ofCaption[caption[i]] + random.nextGaussian() > 0));
      held += rate.interval().contains(0.5) ? 1 : 0;
      plainlyHeld += Interval.wilson(rate.share(), (double) rate.judged()).contains(0.5) ? 1 : 0;
    }

    assertThat(held / 1_000.0).isBetween(0.9, 0.98);
    assertThat(plainlyHeld / 1_000.0).isLessThan(0.5);
  }

  @Test
  void clustersOfOneKindHaveTheVarianceOfTheirSums() {
    int[] sentence = {0, 0, 0, 1, 1, 2, 2, 2, 2, 3};
    int[] answers = {1, 1, 1, 0, 0, 1, 0, 1, 1, 0};
    double share = 0.6;
    // Sums of (answer - share) by sentence: 1.2, -1.2, 0.6, -0.6.
    double seen = (1.44 + 1.44 + 0.36 + 0.36) / 100 * 4 / 3 / (share * (1 - share) / 9);
    // Four sentences correlated by 0.1, of 4, 3, 2 and 1 words, with weight 4 beside 4² negatives.
    double assumed = 1 + 0.1 * ((16 + 9 + 4 + 1) / 10.0 - 1);
    double effect = Math.max(seen, (16 * seen + 4 * assumed) / 20);
    double factor = 1 + (StudentT.quantile(3) / Interval.Z - 1) * (1 - 1 / effect);

    Rate rate =
        new ClusteredSample(new int[10], new double[] {1}, sentence, range(10))
            .rate(range(10), i -> answers[i]);

    assertThat(rate.share()).isEqualTo(share);
    assertThat(rate.effective()).isCloseTo(10 / (effect * factor * factor), within(1e-12));
  }

  @Test
  void repeatedDrawsCountOnce() {
    int[] twice = IntStream.range(0, 20).map(i -> i / 2).toArray();

    Rate rate =
        new ClusteredSample(new int[20], new double[] {1}, twice, twice).rate(range(20), i -> 0);

    assertThat(rate.effective()).isCloseTo(10, within(1e-12));
    assertThat(rate.interval().high()).isCloseTo(Interval.wilson(0, 10).high(), within(1e-12));
  }

  @Test
  void aRateLeavesNothingBehindForTheNext() {
    ClusteredSample sample =
        new ClusteredSample(new int[6], new double[] {2}, new int[] {0, 0, 1, 1, 2, 2}, range(6));
    Rate first = sample.rate(range(6), i -> i % 2);
    sample.rate(new int[] {0, 1, 5}, i -> i == 5 ? Question.NOT_ASKED : 1);

    assertThat(sample.rate(range(6), i -> i % 2)).isEqualTo(first);
  }

  @Test
  void noPositiveStillLeavesDoubt() {
    Rate rate = independent(new int[] {0, 1}, 1, 100).rate(range(2), i -> 0);

    assertThat(rate.share()).isZero();
    assertThat(rate.interval().high()).isGreaterThan(0.5);
  }

  @Test
  void nothingJudgedHasNoRate() {
    ClusteredSample sample = independent(new int[3], 1);

    assertThat(sample.rate(range(3), i -> Question.NOT_ASKED)).isEqualTo(Rate.NONE);
    assertThat(sample.rate(new int[0], i -> 1)).isEqualTo(Rate.NONE);
  }
}
