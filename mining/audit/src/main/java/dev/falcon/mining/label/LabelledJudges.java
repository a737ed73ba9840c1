// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.label;

import dev.falcon.data.statistics.DetectorCurve;
import dev.falcon.data.statistics.labelled.LabelForecast;
import dev.falcon.data.statistics.labelled.LabelledShare;
import dev.falcon.data.statistics.labelled.ScoreBins;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;

/**
 * Measures how well judges distinguish the labelled matches from the other labelled pairs. A label
 * represents the drawn pairs of its bin, so that bins that are asked about more often do not count
 * more.
 */
final class LabelledJudges {
  private final LabelOrder order;
  private final byte[] answers;
  private final boolean[] first;
  private final double[] weights; // of the labels; 0 without a label // [pairs of the order]

  /**
   * Prepares the measurement.
   *
   * @param answers 1 for a match, 0 for no match, or no label {@code // [pairs of the order]}
   * @param first whether a pair is the first with its keys, since pairs may be drawn twice {@code
   *     // [pairs of the order]}
   */
  LabelledJudges(LabelOrder order, byte[] answers, boolean[] first) {
    this.order = order;
    this.answers = answers;
    this.first = first;
    int[] bins = order.bins();
    int count = Arrays.stream(bins).max().orElse(0) + 1;
    double[] drawn = new double[count];
    double[] labelled = new double[count];
    for (int rank = 0; rank < answers.length; rank++) {
      drawn[bins[rank]]++;
      labelled[bins[rank]] += answers[rank] >= 0 ? 1 : 0;
    }
    weights = new double[answers.length];
    for (int rank = 0; rank < answers.length; rank++) {
      if (answers[rank] >= 0) {
        weights[rank] = order.pairs().get(rank).weight() * drawn[bins[rank]] / labelled[bins[rank]];
      }
    }
  }

  /**
   * Returns the quality of a judge.
   *
   * @param scores the judge's scores; NaN without a score {@code // [pairs of the order]}
   * @param estimate the share by the labels; empty if there are too few
   */
  LabelResult.JudgeOnLabels of(String name, float[] scores, Optional<LabelledShare> estimate) {
    int[] labelled =
        IntStream.range(0, answers.length)
            .filter(rank -> answers[rank] >= 0 && !Float.isNaN(scores[rank]))
            .toArray();
    List<DetectorCurve.Verdict> verdicts = new ArrayList<>();
    for (int rank : labelled) {
      verdicts.add(new DetectorCurve.Verdict(scores[rank], answers[rank] == 1, weights[rank]));
    }
    DetectorCurve curve = DetectorCurve.of(verdicts);
    int[] bins = ScoreBins.byRank(scores);
    int count = distinct(labelled);
    return new LabelResult.JudgeOnLabels(
        name,
        count,
        curve.rocAuc(),
        curve.averagePrecision(),
        end(labelled, bins, ScoreBins.HIGHEST),
        end(labelled, bins, 0),
        estimate.flatMap(share -> saved(share, bins, count)).orElse(null));
  }

  private int distinct(int[] ranks) {
    return (int) Arrays.stream(ranks).filter(rank -> first[rank]).count();
  }

  private LabelResult.End end(int[] labelled, int[] bins, int bin) {
    int[] here = Arrays.stream(labelled).filter(rank -> bins[rank] == bin).toArray();
    double all = Arrays.stream(here).mapToDouble(rank -> weights[rank]).sum();
    double matching = Arrays.stream(here).mapToDouble(rank -> answers[rank] * weights[rank]).sum();
    return new LabelResult.End(
        ScoreBins.part(bin),
        distinct(here),
        distinct(Arrays.stream(here).filter(rank -> answers[rank] == 1).toArray()),
        Optional.of(matching / all).filter(share -> !share.isNaN()).orElse(null));
  }

  /**
   * Returns the number of labels that this judge's bins save, compared with labels drawn without a
   * judge from the same pairs. Bins without a label are assumed to have the share of matches of all
   * pairs.
   */
  private Optional<Integer> saved(LabelledShare estimate, int[] bins, int labels) {
    double share = Math.min(1, Math.max(0, estimate.share()));
    int count = Arrays.stream(bins).max().orElse(0) + 1;
    double[] parts = new double[count];
    double[] sums = new double[count];
    double[] matching = new double[count];
    double all = 0;
    for (int rank = 0; rank < bins.length; rank++) {
      double weight = order.pairs().get(rank).weight();
      all += weight;
      parts[bins[rank]] += weight;
      if (answers[rank] >= 0) {
        sums[bins[rank]] += weights[rank];
        matching[bins[rank]] += answers[rank] * weights[rank];
      }
    }
    for (int bin = 0; bin < count; bin++) {
      parts[bin] /= all;
    }
    double[] chances = ScoreBins.chances(parts);
    double spread = 0;
    double worth = 0;
    for (int bin = 0; bin < count; bin++) {
      if (parts[bin] > 0) {
        double own = sums[bin] > 0 ? matching[bin] / sums[bin] : share;
        spread += parts[bin] * parts[bin] * own * (1 - own) / chances[bin];
        worth += parts[bin] * parts[bin] / chances[bin];
      }
    }
    LabelForecast alone = LabelForecast.alone(estimate);
    LabelForecast judged = new LabelForecast(share, alone.drawing(), spread, 1 / worth);
    OptionalInt needed = alone.labels(judged.halfWidth(Math.max(1, labels), false), false);
    return needed.isPresent() ? Optional.of(needed.getAsInt() - labels) : Optional.empty();
  }
}
