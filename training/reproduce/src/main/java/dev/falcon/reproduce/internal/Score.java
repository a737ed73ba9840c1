// SPDX-License-Identifier: Apache-2.0
package dev.falcon.reproduce.internal;

import dev.falcon.reproduce.model.ComparisonResult.EpochResult;
import dev.falcon.reproduce.model.ComparisonResult.RunResult;
import dev.falcon.reproduce.model.Measure;
import java.util.List;
import java.util.function.Function;

/**
 * A quantity of a run on which a claim is tested.
 *
 * @param unit {@code %}, or empty
 * @param value gives the quantity of a run; null if it is unknown
 */
record Score(String name, String unit, Function<RunResult, Double> value) {
  /** The mean quantile of the first epoch that has one. */
  static final Score FIRST_QUANTILE =
      new Score("first q", "", run -> end(run, EpochResult::quantile, true));

  /** The increase of the mean quantile from the first epoch that has one to the last. */
  static final Score QUANTILE_RISE =
      new Score("change of q", "", run -> rise(run, EpochResult::quantile));

  /** The increase of the share of true pairs among neighbours in the chain. */
  static final Score NEXT_RISE =
      new Score("change of FN next in chain", "%", run -> rise(run, EpochResult::fnNext));

  /** Returns R@1, the mean of both directions, in percent. */
  static Score recallAt1(boolean reranked) {
    return reranked
        ? mean("R@1", Measure.RERANKED_TXT_R1, Measure.RERANKED_IMG_R1)
        : mean("R@1", Measure.TXT_R1, Measure.IMG_R1);
  }

  /** Returns R@10, the mean of both directions, in percent. */
  static Score recallAt10(boolean reranked) {
    return reranked
        ? mean("R@10", Measure.RERANKED_TXT_R10, Measure.RERANKED_IMG_R10)
        : mean("R@10", Measure.TXT_R10, Measure.IMG_R10);
  }

  Double of(RunResult run) {
    return run.status().equals(RunStatus.Kind.FINISHED.word()) ? value.apply(run) : null;
  }

  private static Score mean(String name, Measure texts, Measure images) {
    return new Score(
        name,
        "%",
        run -> {
          Double text = run.values().get(texts.key());
          Double image = run.values().get(images.key());
          return text == null || image == null ? null : (text + image) / 2;
        });
  }

  /**
   * Returns a value over the epochs, without the first one, which is uniform under every policy.
   */
  private static List<Double> course(RunResult run, Function<EpochResult, Double> value) {
    return run.epochs().stream()
        .filter(epoch -> epoch.epoch() > 0 && value.apply(epoch) != null)
        .map(value)
        .toList();
  }

  private static Double end(RunResult run, Function<EpochResult, Double> value, boolean first) {
    List<Double> course = course(run, value);
    return course.isEmpty() ? null : course.get(first ? 0 : course.size() - 1);
  }

  private static Double rise(RunResult run, Function<EpochResult, Double> value) {
    return course(run, value).size() < 2 ? null : end(run, value, false) - end(run, value, true);
  }
}
