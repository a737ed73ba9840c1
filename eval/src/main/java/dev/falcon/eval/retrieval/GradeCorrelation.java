// SPDX-License-Identifier: Apache-2.0
package dev.falcon.eval.retrieval;

import dev.falcon.data.RandomStream;
import dev.falcon.data.statistics.PairwiseMean;
import dev.falcon.data.statistics.RankCorrelation;
import dev.falcon.eval.internal.search.GradedPair;
import dev.falcon.eval.metric.Scores;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Spearman's correlation of people's grades with the cosine, as Crisscrossed Captions measures it:
 * over all graded pairs, and as the mean over samples of half of the queries, each with one of its
 * pairs. The queries are the captions, or the first of each two of one kind.
 */
final class GradeCorrelation {
  private static final int SAMPLES = 1000;
  private static final double PERCENT = 100;

  private GradeCorrelation() {}

  /** Returns the correlations in percent; NaN where grades or cosines are constant. */
  static Scores of(List<GradedPair> pairs) {
    double[] grades = pairs.stream().mapToDouble(GradedPair::grade).toArray();
    double[] cosines = pairs.stream().mapToDouble(GradedPair::cosine).toArray();
    Map<Integer, List<Integer>> byQuery = new LinkedHashMap<>();
    for (int i = 0; i < pairs.size(); i++) {
      byQuery.computeIfAbsent(pairs.get(i).query(), none -> new ArrayList<>()).add(i);
    }
    List<int[]> queries =
        byQuery.values().stream()
            .map(own -> own.stream().mapToInt(pair -> pair).toArray())
            .toList();
    RandomStream random = RandomStream.of(0, "grades");
    double[] samples = RankCorrelation.sampled(queries, grades, cosines, SAMPLES, random::nextInt);
    double mean = PairwiseMean.of(samples);
    double squares = Arrays.stream(samples).map(each -> (each - mean) * (each - mean)).sum();
    return Scores.NONE
        .withCount("pairs", pairs.size())
        .with("spearman", PERCENT * RankCorrelation.of(grades, cosines))
        .with("sampled_spearman", PERCENT * mean)
        .with("sampled_deviation", PERCENT * Math.sqrt(squares / SAMPLES));
  }
}
