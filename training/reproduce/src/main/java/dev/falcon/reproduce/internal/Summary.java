// SPDX-License-Identifier: Apache-2.0
package dev.falcon.reproduce.internal;

import dev.falcon.reproduce.model.ComparisonResult;
import dev.falcon.reproduce.model.ComparisonResult.RunResult;
import dev.falcon.reproduce.model.ComparisonResult.VariantResult;
import dev.falcon.reproduce.model.Measure;
import dev.falcon.reproduce.model.Variant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Summarises runs over seeds, and pairs them with the baseline's. */
final class Summary {
  private Summary() {}

  /**
   * Returns the results of a variant over its seeds.
   *
   * @param baseline the baseline's runs
   */
  public static VariantResult of(Variant variant, List<RunReader> runs, List<RunReader> baseline) {
    Map<String, ComparisonResult.Spread> measures = new LinkedHashMap<>();
    Map<String, ComparisonResult.Difference> differences = new LinkedHashMap<>();
    for (Measure measure : Measure.values()) {
      String key = measure.key();
      List<Double> values = new ArrayList<>();
      List<Double> pairs = new ArrayList<>();
      for (RunReader run : runs) {
        Double value = run.result().values().get(key);
        if (value != null) {
          values.add(value);
          Double there = valueOf(baseline, run.result().seed(), key);
          if (there != null) {
            pairs.add(value - there);
          }
        }
      }
      if (!values.isEmpty()) {
        measures.put(key, Statistics.spread(values));
      }
      if (!pairs.isEmpty() && runs != baseline) {
        differences.put(key, Statistics.difference(pairs));
      }
    }
    Slope together = new Slope();
    runs.forEach(run -> together.addAll(run.result().seed() + "/", run.slope()));
    List<RunResult> results = runs.stream().map(RunReader::result).toList();
    return new VariantResult(
        variant.name(), variant.about(), results, measures, differences, together.fit());
  }

  private static Double valueOf(List<RunReader> runs, long seed, String key) {
    for (RunReader run : runs) {
      if (run.result().seed() == seed) {
        return run.result().values().get(key);
      }
    }
    return null;
  }
}
