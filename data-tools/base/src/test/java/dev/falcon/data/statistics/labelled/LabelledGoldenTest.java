// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.statistics.labelled;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.falcon.data.RandomStream;
import dev.falcon.data.statistics.Interval;
import java.util.Arrays;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The estimates against numbers of a second implementation, in numpy, and of ppi_py. */
class LabelledGoldenTest {
  /** The golden numbers have ten digits after the point. */
  private static final Offset<Double> PRINTED = within(0.5000001e-10);

  private static final double[] SCORES = {
    .9, .2, .1, .4, .3, .05, .8, .6, .15, .2, .7, .1, .05, .3, .9, .2, .15, .4, .02, .6, .25, .08,
    .5, .33, .12, .77, .05, .21, .18, .44
  };
  private static final int[] IMAGES = {
    0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9
  };
  private static final int[] CAPTIONS = {
    0, 1, 0, 2, 3, 4, 5, 1, 2, 3, 4, 5, 6, 7, 8, 9, 6, 7, 8, 9, 10, 11, 10, 11, 12, 12, 13, 13, 14,
    14
  };
  private static final LabelClusters CLUSTERS = new LabelClusters(IMAGES, CAPTIONS);
  private static final byte[] FIRST_TEN =
      answers(new int[] {0, 1, 2, 3, 4, 5, 6, 7, 8, 9}, 0, 3, 6);

  private static byte[] answers(int[] labelled, int... matches) {
    byte[] answers = new byte[SCORES.length];
    Arrays.fill(answers, ScoreStrata.NO_LABEL);
    Arrays.stream(labelled).forEach(pair -> answers[pair] = 0);
    Arrays.stream(matches).forEach(pair -> answers[pair] = 1);
    return answers;
  }

  private static double[] filled(double value) {
    double[] filled = new double[SCORES.length];
    Arrays.fill(filled, value);
    return filled;
  }

  private static DifferenceEstimate nested() {
    return new DifferenceEstimate(SCORES, filled(1), filled(10.0 / 30), CLUSTERS);
  }

  private static void same(Interval interval, double low, double high) {
    assertThat(interval.low()).isCloseTo(low, PRINTED);
    assertThat(interval.high()).isCloseTo(high, PRINTED);
  }

  /** ppi_py's sets are disjoint; of nested ones its factor is (1 + n/N) times as large. */
  @Test
  void theDifferenceEstimateIsThatOfPredictionPoweredInference() {
    assertThat(nested().estimate(FIRST_TEN, 1.5 * 0.9108430295).share())
        .isCloseTo(0.2521807410, PRINTED);
    assertThat(nested().estimate(FIRST_TEN, 1.5).share()).isCloseTo(0.2475, PRINTED);
  }

  /** The mean of ppi_py, by its formulas: labelled and unlabelled members are disjoint. */
  private record Disjoint(double share, double factor, Interval interval) {
    static Disjoint of(double[] answers, double[] labelled, double[] others, OptionalDouble asked) {
      int n = answers.length;
      double ratio = (double) n / others.length;
      double[] all = DoubleStream.concat(Arrays.stream(labelled), Arrays.stream(others)).toArray();
      double covariance = 0;
      for (int i = 0; i < n; i++) {
        covariance += (answers[i] - mean(answers)) * (labelled[i] - mean(labelled)) / n;
      }
      double spread = variance(all) * all.length / (all.length - 1);
      double tuned = Math.min(1, Math.max(0, covariance / ((1 + ratio) * spread)));
      double factor = asked.orElse(tuned);
      double[] differences = new double[n];
      Arrays.setAll(differences, i -> answers[i] - factor * labelled[i]);
      double share = factor * mean(others) + mean(differences);
      double error =
          Math.sqrt(factor * factor * variance(others) / others.length + variance(differences) / n);
      return new Disjoint(
          share, factor, new Interval(share - Interval.Z * error, share + Interval.Z * error));
    }

    private static double mean(double[] values) {
      return Arrays.stream(values).average().orElseThrow();
    }

    private static double variance(double[] values) {
      double mean = mean(values);
      return Arrays.stream(values).map(x -> (x - mean) * (x - mean)).average().orElseThrow();
    }
  }

  private static Disjoint disjoint(byte[] answers, double[] scores, OptionalDouble factor) {
    int[] labelled = IntStream.range(0, scores.length).filter(i -> answers[i] >= 0).toArray();
    return Disjoint.of(
        Arrays.stream(labelled).mapToDouble(i -> answers[i]).toArray(),
        Arrays.stream(labelled).mapToDouble(i -> scores[i]).toArray(),
        IntStream.range(0, scores.length)
            .filter(i -> answers[i] < 0)
            .mapToDouble(i -> scores[i])
            .toArray(),
        factor);
  }

  @Test
  void theSecondImplementationHasTheNumbersOfItsOriginal() {
    Disjoint tuned = disjoint(FIRST_TEN, SCORES, OptionalDouble.empty());
    Disjoint full = disjoint(FIRST_TEN, SCORES, OptionalDouble.of(1));

    assertThat(tuned.share()).isCloseTo(0.2521807410, PRINTED);
    assertThat(tuned.factor()).isCloseTo(0.9108430295, PRINTED);
    same(tuned.interval(), 0.0348038200, 0.4695576619);
    assertThat(full.share()).isCloseTo(0.2475, PRINTED);
    same(full.interval(), 0.0287866582, 0.4662133418);
  }

  /** Its factor by deviations of all but one; that of nested sets, (1 + n/N) times, by all. */
  @Test
  void nestedSetsGiveTheEstimateOfDisjointOnes() {
    RandomStream random = RandomStream.of(3, "difference");
    for (int trial = 0; trial < 50; trial++) {
      int count = 40 + random.nextInt(60);
      int labels = 10 + random.nextInt(20);
      double[] scores = new double[count];
      byte[] answers = new byte[count];
      Arrays.fill(answers, ScoreStrata.NO_LABEL);
      for (int i = 0; i < count; i++) {
        scores[i] = random.nextDouble();
        if (i < labels) {
          answers[i] = (byte) (random.nextDouble() < scores[i] ? 1 : 0);
        }
      }
      int[] single = new int[count];
      Arrays.setAll(single, i -> i);
      double[] weights = new double[count];
      double[] chances = new double[count];
      Arrays.fill(weights, 1);
      Arrays.fill(chances, (double) labels / count);
      DifferenceEstimate nested =
          new DifferenceEstimate(scores, weights, chances, new LabelClusters(single, single));
      Disjoint tuned = disjoint(answers, scores, OptionalDouble.empty());
      double ratio = 1 + (double) labels / (count - labels);
      LabelledShare estimate = nested.estimate(answers, ratio * tuned.factor());

      assertThat(estimate.share()).isCloseTo(tuned.share(), within(1e-12));
      boolean cut = nested.tuned(answers) == ratio;
      assertThat(cut ? 1 : nested.tuned(answers) / ratio * (count - 1) / count)
          .isCloseTo(tuned.factor(), within(cut ? 0.05 : 1e-12));
      double width = 2 * Interval.Z * Math.sqrt(estimate.variance());
      assertThat(width / (2 * tuned.interval().halfWidth())).isBetween(0.85, 1.15);
    }
  }

  @Test
  void theFactorIsTunedAndTheVarianceClustered() {
    double factor = nested().tuned(FIRST_TEN);
    LabelledShare tuned = nested().estimate(FIRST_TEN, factor);

    assertThat(factor).isCloseTo(1.4133771147, PRINTED);
    assertThat(tuned.share()).isCloseTo(0.2505318010, PRINTED);
    assertThat(Arrays.stream(tuned.influences()).map(x -> x * x).sum())
        .isCloseTo(0.0123745456, PRINTED);
    assertThat(LabelClusters.oneWay(IMAGES, tuned.influences())).isCloseTo(0.0069501187, PRINTED);
    assertThat(LabelClusters.oneWay(CAPTIONS, tuned.influences())).isCloseTo(0.0120336002, PRINTED);
    assertThat(tuned.variance()).isCloseTo(0.0128012540, PRINTED);
    same(tuned.fixed(), 0.0926835602, 0.5224209821);
  }

  @ParameterizedTest
  @CsvSource({"1, 0.2531532004, 0.0072109590", "0, 0.1594963274, 0.0095730247"})
  void labelsOfUnequalChancesCountByThem(double factor, double share, double squares) {
    double[] chances = filled(1);
    System.arraycopy(new double[] {.9, .4, .2, .5, .5, .2, .9, .8, .25, .4}, 0, chances, 0, 10);
    LabelledShare estimate =
        new DifferenceEstimate(SCORES, filled(1), chances, CLUSTERS).estimate(FIRST_TEN, factor);

    assertThat(estimate.share()).isCloseTo(share, PRINTED);
    assertThat(estimate.count()).isCloseTo(7.7407034919, PRINTED);
    assertThat(Arrays.stream(estimate.influences()).map(x -> x * x).sum())
        .isCloseTo(squares, PRINTED);
  }

  private static int[] bins() {
    float[] scores = new float[SCORES.length];
    for (int i = 0; i < scores.length; i++) {
      scores[i] = (float) SCORES[i];
    }
    return ScoreBins.byRank(scores);
  }

  @Test
  void binsGoByRankAndTiesByPlace() {
    StringBuilder text = new StringBuilder();
    Arrays.stream(bins()).forEach(text::append);

    assertThat(text).hasToString("300100210010003001010011020001");
    assertThat(ScoreBins.quotas(20, new double[] {.6, .25, .1, .05})).containsExactly(10, 5, 3, 2);
  }

  @Test
  void pairsWithoutAScoreHaveABinOfTheirOwn() {
    assertThat(ScoreBins.byRank(new float[] {Float.NaN, 0.5f, 0.1f})).containsExactly(4, 1, 0);
    assertThat(ScoreBins.byRank(new float[] {Float.NaN, Float.NaN})).containsExactly(0, 0);
    assertThat(ScoreBins.byRank(new float[] {0f, -0f})).containsExactly(0, 1);
  }

  private static final byte[] FOURTEEN =
      answers(new int[] {1, 2, 4, 5, 8, 9, 3, 7, 13, 20, 0, 14, 6, 10}, 3, 0, 14, 6);

  @Test
  void scoreStrataJoinThePoorestBinAndEstimate() {
    ScoreStrata strata = new ScoreStrata(bins(), filled(1), CLUSTERS);
    LabelledShare estimate = strata.estimate(FOURTEEN);
    int[] joined = strata.joined(FOURTEEN);
    int[] pairs = new int[3];
    int[] labels = new int[3];
    for (int i = 0; i < joined.length; i++) {
      pairs[joined[i]]++;
      labels[joined[i]] += FOURTEEN[i] >= 0 ? 1 : 0;
    }

    assertThat(pairs).containsExactly(18, 10, 2);
    assertThat(labels).containsExactly(8, 4, 2);
    assertThat(estimate.share()).isCloseTo(0.2333333333, PRINTED);
    assertThat(estimate.variance()).isCloseTo(0.0128735632, PRINTED);
    assertThat(estimate.count()).isCloseTo(13.3333333333, PRINTED);
    same(estimate.fixed(), 0.0847783841, 0.4999893748);
    same(estimate.anytime(14), 0.0194643190, 0.8235152948);
  }

  @Test
  void aPairCountsForAsManyAsItStandsFor() {
    double[] weights = new double[SCORES.length];
    Arrays.setAll(weights, i -> i % 2 == 0 ? 3 : 1);
    LabelledShare estimate = new ScoreStrata(bins(), weights, CLUSTERS).estimate(FOURTEEN);

    assertThat(estimate.share()).isCloseTo(0.2333333333, PRINTED);
    assertThat(estimate.variance()).isCloseTo(0.0129310345, PRINTED);
    assertThat(estimate.count()).isCloseTo(11.1239860950, PRINTED);
  }

  @ParameterizedTest
  @CsvSource({
    "0.1, 0.0005, 100, 0.0627493310, 0.1556908640",
    "0, 0, 100, 0, 0.0376906528",
    "0.01, 0.00002, 100, 0.0021906740, 0.0444090453",
    "0.3, 0.0004, 300, 0.2622322037, 0.3406953664"
  })
  void noRunOfLabelsWithoutErrorIsTrustedForMoreThanItIsWorth(
      double share, double variance, double count, double low, double high) {
    same(FlooredInterval.of(share, variance, count, Interval.Z), low, high);
  }

  @ParameterizedTest
  @CsvSource({"20, 4.3061760499", "100, 3.1683988560", "300, 3.0352089904", "1000, 3.1073584715"})
  void anIntervalForAllCountsAtOnceIsWider(int labels, double z) {
    assertThat(FlooredInterval.anytimeZ(labels)).isCloseTo(z, PRINTED);
  }

  @Test
  void bettingSequencesHaveTheirPublishedNumbers() {
    double[] ten = {0, 1, 0, 0, 0, 1, 0, 0, 0, 0};

    same(BettingSequence.of(ten, OptionalInt.empty()), 0, 0.640);
    same(BettingSequence.of(ten, OptionalInt.of(50)), 0.039, 0.606);
    same(BettingSequence.of(new double[100], OptionalInt.empty()), 0, 0.070);
  }

  /**
   * An exact sequence against the asymptotic one, of labels without bins: neither is far from the
   * other, and both hold the truth throughout as often as they say.
   */
  @Test
  void stoppingAtWillCostsAboutWhatExactSequencesTake() {
    int runs = 100;
    int missed = 0;
    int exactMissed = 0;
    double ratio = 0;
    for (int run = 0; run < runs; run++) {
      RandomStream random = RandomStream.of(run, "anytime");
      double share = 0.1;
      double[] answers = new double[300];
      double sum = 0;
      boolean held = true;
      for (int i = 0; i < answers.length; i++) {
        answers[i] = random.nextDouble() < share ? 1 : 0;
        sum += answers[i];
        int labels = i + 1;
        if (labels >= 20 && labels % 10 == 0) {
          double mean = sum / labels;
          Interval own =
              FlooredInterval.of(
                  mean, mean * (1 - mean) / (labels - 1), labels, FlooredInterval.anytimeZ(labels));
          held &= own.contains(share);
        }
      }
      Interval exact = BettingSequence.of(answers, OptionalInt.empty());
      double mean = sum / answers.length;
      Interval last =
          FlooredInterval.of(mean, mean * (1 - mean) / 299, 300, FlooredInterval.anytimeZ(300));
      missed += held ? 0 : 1;
      exactMissed += exact.contains(share) ? 0 : 1;
      ratio += last.halfWidth() / exact.halfWidth() / runs;
    }
    assertThat(ratio).isBetween(0.9, 1.3);
    assertThat(missed).isLessThanOrEqualTo(10);
    assertThat(exactMissed).isLessThanOrEqualTo(10);
  }

  @ParameterizedTest
  @CsvSource({"40, 5, 3, 52, 0.92, 0.8377281947, 0.84", "2, 2, 3, 93, 0.95, 0.4186046512, 0.90"})
  void agreementIsGivenWithAndWithoutChance(
      long bothYes,
      long firstOnly,
      long secondOnly,
      long bothNo,
      double share,
      double kappa,
      double adjusted) {
    Agreement agreement = new Agreement(bothYes, firstOnly, secondOnly, bothNo);

    assertThat(agreement.share()).isCloseTo(share, PRINTED);
    assertThat(agreement.kappa()).isCloseTo(kappa, PRINTED);
    assertThat(agreement.adjusted()).isCloseTo(adjusted, PRINTED);
  }

  @ParameterizedTest
  @CsvSource({
    "0.01, 0.05, 43",
    "0.01, 0.02, 150",
    "0.01, 0.01, 454",
    "0.1, 0.05, 141",
    "0.1, 0.02, 868",
    "0.3, 0.05, 320",
    "0.5, 0.02, 2398"
  })
  void labelsForAHalfWidthAreForeseen(double share, double halfWidth, int labels) {
    assertThat(LabelForecast.of(share).labels(halfWidth, false).getAsInt())
        .isCloseTo(labels, within(labels / 100 + 1));
  }
}
