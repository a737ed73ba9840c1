// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.audit.internal.count;

import dev.falcon.mining.audit.request.PairKind;
import dev.falcon.mining.audit.request.ScoreSummary;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/** Distributions of scores, by judge, kind and quantile. */
final class ScoreSummaries {
  private final Judged judged;
  private final List<ScoreSummary> summaries = new ArrayList<>();

  private ScoreSummaries(Judged judged) {
    this.judged = judged;
  }

  static List<ScoreSummary> of(Judged judged, Members members) {
    ScoreSummaries all = new ScoreSummaries(judged);
    for (int judge = 0; judge < judged.judges().size(); judge++) {
      for (PairKind kind : members.kinds()) {
        all.add(judge, kind, null, members.of(kind, (Double) null));
        for (double quantile : members.quantiles(kind)) {
          all.add(judge, kind, quantile, members.of(kind, quantile));
        }
      }
    }
    return all.summaries;
  }

  private void add(int judge, PairKind kind, Double quantile, int[] pairs) {
    float[] scores = judged.scores()[judge];
    Integer[] rising =
        Arrays.stream(pairs)
            .filter(pair -> !Float.isNaN(scores[pair]))
            .boxed()
            .sorted(Comparator.comparingDouble(pair -> scores[pair]))
            .toArray(Integer[]::new);
    if (rising.length == 0) {
      return;
    }
    double[] weightUpTo = new double[rising.length];
    double weight = 0;
    double sum = 0;
    for (int i = 0; i < rising.length; i++) {
      weight += judged.weight(rising[i]);
      sum += judged.weight(rising[i]) * scores[rising[i]];
      weightUpTo[i] = weight;
    }
    double mean = sum / weight;
    double squares = 0;
    for (int pair : rising) {
      squares += judged.weight(pair) * (scores[pair] - mean) * (scores[pair] - mean);
    }
    double[] quantiles = new double[5];
    double[] levels = {0.05, 0.25, 0.5, 0.75, 0.95};
    for (int i = 0; i < levels.length; i++) {
      // The slack absorbs rounding: the whole weight must count as reached by the last level.
      int at = Arrays.binarySearch(weightUpTo, levels[i] * weight * (1 - 1e-12));
      quantiles[i] = scores[rising[Math.min(rising.length - 1, at < 0 ? -at - 1 : at)]];
    }
    summaries.add(
        new ScoreSummary(
            judged.judges().get(judge).name(),
            kind,
            quantile,
            rising.length,
            mean,
            Math.sqrt(squares / weight),
            scores[rising[0]],
            quantiles[0],
            quantiles[1],
            quantiles[2],
            quantiles[3],
            quantiles[4],
            scores[rising[rising.length - 1]]));
  }
}
