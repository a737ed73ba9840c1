// SPDX-License-Identifier: Apache-2.0
package dev.falcon.eval.metric;

import dev.falcon.data.statistics.PairwiseMean;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;

/**
 * WinoGAViL's metric: of a few pictures, those that belong to a cue are chosen by similarity, and
 * the choice is compared with people's choice by the Jaccard index. Not thread-safe.
 */
public final class JaccardScores {
  private final List<Instance> instances = new ArrayList<>();
  private final TieBudget.Builder margins = new TieBudget.Builder();

  private record Instance(int candidates, double score) {}

  /**
   * Adds an instance.
   *
   * @param similarities the cosine of the cue with each candidate // [candidates]
   * @param associated whether people chose each candidate; the same number is chosen by similarity
   *     // [candidates]
   * @return its score
   */
  public double add(float[] similarities, boolean[] associated) {
    int wanted = 0;
    for (boolean chosen : associated) {
      wanted += chosen ? 1 : 0;
    }
    int[] ranked = descending(similarities);
    int common = 0;
    for (int rank = 0; rank < wanted; rank++) {
      common += associated[ranked[rank]] ? 1 : 0;
    }
    double score = (double) common / (2 * wanted - common);
    instances.add(new Instance(similarities.length, score));
    if (wanted > 0 && wanted < ranked.length) {
      double last = similarities[ranked[wanted - 1]];
      margins.add(TieBudget.LOGIT_SCALE * (last - similarities[ranked[wanted]]));
    }
    return score;
  }

  /** Returns the number of instances added. */
  public int count() {
    return instances.size();
  }

  /** Returns the numbers of choices that are near a tie. */
  public TieBudget tieBudget() {
    return margins.build();
  }

  /** Returns the mean scores, over all instances and by the number of candidates. */
  public Scores metrics() {
    Map<String, Double> metrics = new LinkedHashMap<>();
    metrics.put("avg_jaccard_score", mean(candidates -> true));
    for (int size : new int[] {5, 6, 10, 12}) {
      metrics.put("jaccard_score_" + size, mean(candidates -> candidates == size));
    }
    metrics.put("jaccard_score_5-6", mean(candidates -> candidates <= 6));
    metrics.put("jaccard_score_10-12", mean(candidates -> candidates >= 10));
    return Scores.of(metrics);
  }

  private double mean(IntPredicate size) {
    return PairwiseMean.of(
        instances.stream()
            .filter(instance -> size.test(instance.candidates()))
            .mapToDouble(Instance::score)
            .toArray());
  }

  /**
   * Returns the candidates by descending similarity; of equal similarities the higher index comes
   * first.
   */
  static int[] descending(float[] similarities) {
    int[] ranked = new int[similarities.length];
    for (int i = 0; i < similarities.length; i++) {
      int place = i;
      while (place > 0 && similarities[i] >= similarities[ranked[place - 1]]) {
        ranked[place] = ranked[place - 1];
        place--;
      }
      ranked[place] = i;
    }
    return ranked;
  }
}
