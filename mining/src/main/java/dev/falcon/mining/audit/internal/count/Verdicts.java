package dev.falcon.mining.audit.internal.count;

import dev.falcon.data.statistics.ClusteredSample;
import dev.falcon.data.statistics.ClusteredSample.Question;
import dev.falcon.data.statistics.Rate;
import dev.falcon.mining.audit.internal.data.AuditPair;
import dev.falcon.mining.audit.internal.judge.Judged;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Shares of pairs that score above thresholds and that match by truth; pairs of one image, and
 * pairs of one caption, are clusters.
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
    sample =
        new ClusteredSample(
            pairs.stream().mapToInt(AuditPair::stratum).toArray(),
            weights,
            clusters(pairs, pair -> judged.items().imageIdentity(pair.image())),
            clusters(pairs, pair -> judged.items().caption(pair.text())));
  }

  private static int[] clusters(List<AuditPair> pairs, Function<AuditPair, String> identity) {
    Map<String, Integer> numbers = new HashMap<>();
    return pairs.stream()
        .mapToInt(pair -> numbers.computeIfAbsent(identity.apply(pair), key -> numbers.size()))
        .toArray();
  }

  /** The variance of a measure of these pairs, by how much each of them moves it. */
  double variance(int[] pairs, double[] influences) {
    return sample.variance(pairs, influences);
  }

  /** Of the pairs whose truth is known, the share that matches. */
  Rate matches(int[] pairs) {
    return sample.rate(
        pairs, pair -> known(pair) ? Question.answer(match(pair)) : Question.NOT_ASKED);
  }

  /** Of the pairs that a judge judged, the share above a threshold. */
  Rate above(int judge, double threshold, int[] pairs) {
    return sample.rate(
        pairs,
        pair ->
            scored(judge, pair)
                ? Question.answer(above(judge, threshold, pair))
                : Question.NOT_ASKED);
  }

  /** Of the matches, the share above a threshold: recall, sensitivity. */
  Rate sensitivity(int judge, double threshold, int[] pairs) {
    return sample.rate(
        pairs,
        pair ->
            scored(judge, pair) && known(pair) && match(pair)
                ? Question.answer(above(judge, threshold, pair))
                : Question.NOT_ASKED);
  }

  /** Of the pairs that do not match, the share above a threshold. */
  Rate falseAlarms(int judge, double threshold, int[] pairs) {
    return sample.rate(
        pairs,
        pair ->
            scored(judge, pair) && known(pair) && !match(pair)
                ? Question.answer(above(judge, threshold, pair))
                : Question.NOT_ASKED);
  }

  /** Of the pairs that do not match, the share that is not above a threshold. */
  Rate specificity(int judge, double threshold, int[] pairs) {
    return sample.rate(
        pairs,
        pair ->
            scored(judge, pair) && known(pair) && !match(pair)
                ? Question.answer(!above(judge, threshold, pair))
                : Question.NOT_ASKED);
  }

  /** Of the pairs above a threshold, the share that matches. */
  Rate precision(int judge, double threshold, int[] pairs) {
    return matchesAmong(judge, threshold, true, pairs);
  }

  /** Of the pairs that are not above a threshold, the share that matches. */
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
