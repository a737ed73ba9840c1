package dev.falcon.training.internal.comparison;

import com.fasterxml.jackson.databind.JsonNode;
import dev.falcon.training.comparison.ComparisonResult.EpochResult;
import java.util.HashMap;
import java.util.Map;

/** Adds the steps of an epoch up. */
final class EpochSums {
  private final int epoch;
  private final Map<String, double[]> sums = new HashMap<>(); // sum and count by pointer
  private int steps;
  private double quantileSquares;

  EpochSums(int epoch) {
    this.epoch = epoch;
  }

  void add(JsonNode step) {
    steps++;
    for (String pointer :
        new String[] {
          "/itc",
          "/itm",
          "/mlm",
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
        double[] sum = sums.computeIfAbsent(pointer, name -> new double[2]);
        sum[0] += value.asDouble();
        sum[1]++;
      }
    }
    double mean = step.at("/chain/quantile_mean").asDouble();
    double deviation = step.at("/chain/quantile_deviation").asDouble();
    quantileSquares += mean * mean + deviation * deviation;
  }

  EpochResult result() {
    Double quantile = mean("/chain/quantile_mean");
    return new EpochResult(
        epoch,
        steps,
        mean("/itc"),
        mean("/itm"),
        mean("/mlm"),
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
