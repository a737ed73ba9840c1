// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.audit.internal.count;

import dev.falcon.data.statistics.ClusteredSample;
import dev.falcon.data.statistics.ClusteredSample.Question;
import dev.falcon.data.statistics.Rate;
import dev.falcon.mining.audit.internal.draw.AuditPair;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Shares of pairs that score above a threshold, or that match by truth. For the intervals, pairs of
 * one image, pairs of one caption, and the two directions of a pair form clusters.
 */
final class Verdicts {
  private final Judged judged;
  private final ClusteredSample sample;

  Verdicts(Judged judged) {
    this.judged = judged;
    List<AuditPair> pairs = judged.pairs();
    double[] weights = new double[judged.strata().size()];
    for (int stratum = 0; stratum < weights.length; stratum++) {
      weights[stratum] = judged.weightOfStratum(stratum);
    }
    Map<String, Integer> images = new HashMap<>();
    Map<String, Integer> captions = new HashMap<>();
    int[] image = new int[pairs.size()];
    int[] caption = new int[pairs.size()];
    long[] couple = new long[pairs.size()];
    for (int i = 0; i < pairs.size(); i++) {
      AuditPair pair = pairs.get(i);
      image[i] = number(images, judged.items().imageIdentity(pair.image()));
      caption[i] = number(captions, judged.items().secondIdentity(pair.text()));
      int other = number(images, judged.items().imageIdentity(pair.text()));
      couple[i] = ClusteredSample.couple(image[i], other);
    }
    sample =
        new ClusteredSample(
            pairs.stream().mapToInt(AuditPair::stratum).toArray(),
            weights,
            image,
            caption,
            ClusteredSample.numbered(couple));
  }

  private static int number(Map<String, Integer> numbers, String identity) {
    return numbers.computeIfAbsent(identity, key -> numbers.size());
  }

  /** Returns the variance of a measure of these pairs, from the influence of each pair on it. */
  double variance(int[] pairs, double[] influences) {
    return sample.variance(pairs, influences);
  }

  /** Returns the share that matches among the pairs with known truth. */
  Rate matches(int[] pairs) {
    return sample.rate(
        pairs, pair -> known(pair) ? Question.answer(match(pair)) : Question.NOT_ASKED);
  }

  /** Returns the share above a threshold among the judged pairs. */
  Rate above(int judge, double threshold, int[] pairs) {
    return sample.rate(
        pairs,
        pair ->
            scored(judge, pair)
                ? Question.answer(above(judge, threshold, pair))
                : Question.NOT_ASKED);
  }

  /** Returns the share above a threshold among the matches: the recall, or sensitivity. */
  Rate sensitivity(int judge, double threshold, int[] pairs) {
    return sample.rate(
        pairs,
        pair ->
            scored(judge, pair) && known(pair) && match(pair)
                ? Question.answer(above(judge, threshold, pair))
                : Question.NOT_ASKED);
  }

  /** Returns the share above a threshold among the pairs that do not match. */
  Rate falseAlarms(int judge, double threshold, int[] pairs) {
    return sample.rate(
        pairs,
        pair ->
            scored(judge, pair) && known(pair) && !match(pair)
                ? Question.answer(above(judge, threshold, pair))
                : Question.NOT_ASKED);
  }

  /** Returns the share not above a threshold among the pairs that do not match. */
  Rate specificity(int judge, double threshold, int[] pairs) {
    return sample.rate(
        pairs,
        pair ->
            scored(judge, pair) && known(pair) && !match(pair)
                ? Question.answer(!above(judge, threshold, pair))
                : Question.NOT_ASKED);
  }

  /** Returns the share that matches among the pairs above a threshold. */
  Rate precision(int judge, double threshold, int[] pairs) {
    return matchesAmong(judge, threshold, true, pairs);
  }

  /** Returns the share that matches among the pairs that are not above a threshold. */
  Rate stillFalse(int judge, double threshold, int[] pairs) {
    return matchesAmong(judge, threshold, false, pairs);
  }

  private Rate matchesAmong(int judge, double threshold, boolean above, int[] pairs) {
    return sample.rate(
        pairs,
        pair ->
            scored(judge, pair) && known(pair) && above(judge, threshold, pair) == above
                ? Question.answer(match(pair))
                : Question.NOT_ASKED);
  }

  private boolean known(int pair) {
    return judged.truth()[pair] >= 0;
  }

  private boolean match(int pair) {
    return judged.truth()[pair] == 1;
  }

  private boolean scored(int judge, int pair) {
    return !Float.isNaN(judged.scores()[judge][pair]);
  }

  private boolean above(int judge, double threshold, int pair) {
    return judged.scores()[judge][pair] > threshold;
  }
}
