// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.audit.internal.count;

import dev.falcon.data.statistics.labelled.DifferenceEstimate;
import dev.falcon.data.statistics.labelled.LabelClusters;
import dev.falcon.data.statistics.labelled.LabelledShare;
import dev.falcon.data.statistics.labelled.ScoreStrata;
import dev.falcon.mining.audit.internal.draw.AuditPair;
import dev.falcon.mining.audit.internal.draw.SampledTruth;
import dev.falcon.mining.audit.request.AuditRequest;
import dev.falcon.mining.audit.request.Finding;
import dev.falcon.mining.audit.request.PairKind;
import dev.falcon.mining.label.LabelResult;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Shares of matches by the truth of a part of the drawn pairs, each chosen with a known
 * probability. The estimate is Hájek's mean, in which an answer counts with its pair's weight
 * divided by that probability.
 *
 * <p>Memory: 17 bytes per pair.
 */
public final class SampledShares {
  private final Judged judged;
  private final byte[] answers; // 1, 0, or no answer // [pairs]
  private final double[] chances; // [pairs]
  private final int[] images; // [pairs]
  private final int[] captions; // [pairs]

  /** Finds the answers on the audited pairs. */
  public SampledShares(SampledTruth truth, Judged judged) {
    this.judged = judged;
    int size = judged.pairs().size();
    answers = new byte[size];
    chances = new double[size];
    images = new int[size];
    captions = new int[size];
    Arrays.fill(answers, ScoreStrata.NO_LABEL);
    Map<String, Integer> ofImage = new HashMap<>();
    Map<String, Integer> ofCaption = new HashMap<>();
    for (int number = 0; number < size; number++) {
      AuditPair pair = judged.pairs().get(number);
      images[number] = number(ofImage, judged.items().imageIdentity(pair.image()));
      captions[number] = number(ofCaption, judged.items().secondIdentity(pair.text()));
      Optional<SampledTruth.Answer> answer = truth.of(pair);
      if (judged.audited(number) && answer.isPresent()) {
        answers[number] = (byte) (answer.get().match() ? 1 : 0);
        chances[number] = answer.get().probability();
      }
    }
  }

  private static int number(Map<String, Integer> numbers, String identity) {
    return numbers.computeIfAbsent(identity, key -> numbers.size());
  }

  /** Returns the number of audited pairs with an answer. */
  long count() {
    return count(answers);
  }

  private static long count(byte[] answers) {
    long count = 0;
    for (byte answer : answers) {
      count += answer == ScoreStrata.NO_LABEL ? 0 : 1;
    }
    return count;
  }

  /** Returns people's labels, with these answers for the pairs that have no label // [pairs] */
  public byte[] addedTo(LabelsOfAudit labels) {
    byte[] all = labels.byPair().orElse(answers).clone();
    for (int pair = 0; pair < all.length; pair++) {
      all[pair] = all[pair] == ScoreStrata.NO_LABEL ? answers[pair] : all[pair];
    }
    return all;
  }

  /**
   * Returns the share of a kind that matches; empty with fewer than {@value LabelResult#FEWEST}
   * answers.
   *
   * @param quantile the quantile of the negatives; null for all of the kind
   * @param pairs the pairs of the kind and quantile
   */
  Optional<Finding> finding(PairKind kind, Double quantile, int[] pairs) {
    byte[] own = new byte[pairs.length];
    double[] weights = new double[pairs.length];
    double[] probabilities = new double[pairs.length];
    int[] image = new int[pairs.length];
    int[] caption = new int[pairs.length];
    for (int i = 0; i < pairs.length; i++) {
      own[i] = answers[pairs[i]];
      weights[i] = judged.weight(pairs[i]);
      probabilities[i] = chances[pairs[i]];
      image[i] = images[pairs[i]];
      caption[i] = captions[pairs[i]];
    }
    long count = count(own);
    if (count < LabelResult.FEWEST) {
      return Optional.empty();
    }
    LabelledShare share =
        new DifferenceEstimate(
                new double[pairs.length], weights, probabilities, new LabelClusters(image, caption))
            .estimate(own, 0);
    return Optional.of(
        new Finding(
            kind,
            quantile,
            Finding.Source.SAMPLE,
            AuditRequest.TRUTH,
            null,
            share.share(),
            share.fixed(),
            null,
            count,
            pairs.length));
  }
}
