// SPDX-License-Identifier: Apache-2.0
package dev.falcon.reproduce.internal;

import com.fasterxml.jackson.databind.JsonNode;
import dev.falcon.reproduce.model.ComparisonResult.EpochResult;
import dev.falcon.training.run.LossTerms;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/** Sums over the steps of an epoch. */
final class EpochSums {
  private final int epoch;
  private final Map<String, double[]> sums = new HashMap<>(); // sum and count, by JSON pointer
  private final Map<String, double[]> losses = new LinkedHashMap<>(); // sum and count, by name
  private int steps;
  private double quantileSquares;

  public EpochSums(int epoch) {
    this.epoch = epoch;
  }

  public void add(JsonNode step) {
    steps++;
    for (String pointer :
        new String[] {
          "/false_negatives/batch",
          "/false_negatives/next",
          "/false_negatives/matching",
          "/chain/quantile_mean",
          "/policy/reward",
          "/policy/alpha",
          "/policy/beta"
        }) {
      JsonNode value = step.at(pointer);
      if (value.isNumber()) {
        add(sums, pointer, value.asDouble());
      }
    }
    LossTerms.of(step).forEach((name, loss) -> add(losses, name, loss));
    double mean = step.at("/chain/quantile_mean").asDouble();
    double deviation = step.at("/chain/quantile_deviation").asDouble();
    quantileSquares += mean * mean + deviation * deviation;
  }

  private static void add(Map<String, double[]> sums, String name, double value) {
    double[] sum = sums.computeIfAbsent(name, first -> new double[2]);
    sum[0] += value;
    sum[1]++;
  }

  private Map<String, Double> losses() {
    Map<String, Double> means = new LinkedHashMap<>();
    losses.forEach((name, sum) -> means.put(name, sum[0] / sum[1]));
    return means;
  }

  public EpochResult result() {
    Double quantile = mean("/chain/quantile_mean");
    return new EpochResult(
        epoch,
        steps,
        losses(),
        percent("/false_negatives/batch"),
        percent("/false_negatives/next"),
        percent("/false_negatives/matching"),
        quantile,
        quantile == null
            ? null
            : Math.sqrt(Math.max(0, quantileSquares / steps - quantile * quantile)),
        mean("/policy/reward"),
        mean("/policy/alpha"),
        mean("/policy/beta"));
  }

  private Double mean(String pointer) {
    double[] sum = sums.get(pointer);
    return sum == null ? null : sum[0] / sum[1];
  }

  private Double percent(String pointer) {
    Double mean = mean(pointer);
    return mean == null ? null : 100 * mean;
  }
}
