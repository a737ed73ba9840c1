// SPDX-License-Identifier: Apache-2.0
package dev.falcon.reproduce.internal;

import dev.falcon.reproduce.model.ComparisonResult.EpochResult;
import dev.falcon.reproduce.model.ComparisonResult.RunResult;
import dev.falcon.reproduce.model.ComparisonResult.SlopeResult;
import dev.falcon.reproduce.model.ComparisonResult.VariantResult;
import dev.falcon.reproduce.model.Measure;
import dev.falcon.reproduce.model.Variant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Runs that nobody trained, with the results that a test wants. */
public final class MadeUpRuns {
  private final Map<String, List<RunReader>> variants = new LinkedHashMap<>();

  /**
   * Adds a variant.
   *
   * @param recall of R@1 by contrast; R@10 is {@code tenth}; matching's are 10 lower
   * @param quantiles of the epochs from the second on
   * @param next false-negative rates of the same epochs
   */
  public MadeUpRuns add(
      String name,
      int seeds,
      double recall,
      double tenth,
      List<Double> quantiles,
      List<Double> next) {
    List<RunReader> runs = new ArrayList<>();
    for (long seed = 1; seed <= seeds; seed++) {
      // A seed's luck is the same for all variants up to a small part of their own.
      double own = ((name.hashCode() + 7 * seed) % 5) / 20.0;
      Map<String, Double> values = new TreeMap<>();
      for (Measure measure : List.of(Measure.TXT_R1, Measure.IMG_R1, Measure.TRUTH_IMG_MAP)) {
        values.put(measure.key(), recall + seed + own);
      }
      values.put(Measure.TXT_R10.key(), tenth + seed + own);
      values.put(Measure.IMG_R10.key(), tenth + seed + own);
      values.put(Measure.RERANKED_TXT_R1.key(), recall - 10 + seed - own);
      values.put(Measure.RERANKED_IMG_R1.key(), recall - 10 + seed - own);
      values.put(Measure.RERANKED_TXT_R10.key(), tenth - 10 + seed - own);
      values.put(Measure.RERANKED_IMG_R10.key(), tenth - 10 + seed - own);
      values.put(Measure.STEP_MILLISECONDS.key(), 100 + recall + own);
      if (!name.equals("uniform")) { // the older runs
        values.put(Measure.STEP_PROCESSOR_MILLISECONDS.key(), 90 + recall + own);
      }
      List<EpochResult> epochs = new ArrayList<>();
      epochs.add(epoch(0, 0.5, 0.6));
      for (int i = 0; i < quantiles.size(); i++) {
        epochs.add(epoch(i + 1, quantiles.get(i) + own / 10, next.get(i) + own / 10));
      }
      EpochResult last = epochs.get(epochs.size() - 1);
      values.put(Measure.FN_BATCH.key(), last.fnBatch());
      values.put(Measure.FN_NEXT.key(), last.fnNext());
      values.put(Measure.FN_MATCHING.key(), last.fnMatching());
      Slope slope = new Slope();
      for (int batch = 0; batch < 40; batch++) {
        double quantile = (batch * 7L + seed) % 10 / 10.0;
        slope.add("1", quantile, 1 + own * quantile + (batch * 3 % 7) / 10.0);
      }
      SlopeResult fit = slope.fit();
      RunResult run = new RunResult(seed, "finished", null, 1200, values, epochs, fit);
      runs.add(new RunReader(run, slope));
    }
    variants.put(name, runs);
    return this;
  }

  private static EpochResult epoch(int number, double quantile, double next) {
    return new EpochResult(
        number, 150, Map.of("itc", 2.0), next / 4, next, next * 1.3, quantile, 0.2, 0.1, 1.0, 1.0);
  }

  public MadeUpRuns addUnfinished(String name, String status, String reason) {
    RunResult run = new RunResult(1, status, reason, 7, Map.of(), List.of(), null);
    variants.put(name, List.of(new RunReader(run, new Slope())));
    return this;
  }

  public List<VariantResult> results(String baseline, String pace) {
    Map<String, List<RunReader>> paced = new LinkedHashMap<>();
    variants.forEach(
        (name, runs) ->
            paced.put(name, runs.stream().map(run -> run.relativeTo(variants.get(pace))).toList()));
    List<VariantResult> results = new ArrayList<>();
    paced.forEach(
        (name, runs) ->
            results.add(
                Summary.of(new Variant(name, "made up", 0, Map.of()), runs, paced.get(baseline))));
    return results;
  }
}
