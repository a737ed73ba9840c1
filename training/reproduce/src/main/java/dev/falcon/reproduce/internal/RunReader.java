// SPDX-License-Identifier: Apache-2.0
package dev.falcon.reproduce.internal;

import com.fasterxml.jackson.databind.JsonNode;
import dev.falcon.data.FalconException;
import dev.falcon.data.file.Folders;
import dev.falcon.data.file.Json;
import dev.falcon.reproduce.model.ComparisonResult.EpochResult;
import dev.falcon.reproduce.model.ComparisonResult.RunResult;
import dev.falcon.reproduce.model.Measure;
import dev.falcon.training.run.MetricsLine;
import dev.falcon.training.run.RunFolder;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The results of a run, finished or not, as read from its folder.
 *
 * @param result the run's result
 * @param slope the sums of its rewards and quantiles
 */
public record RunReader(RunResult result, Slope slope) {
  private static final List<Measure> TRUE_RECALLS =
      List.of(
          Measure.TRUTH_TXT_R1,
          Measure.TRUTH_IMG_R1,
          Measure.RERANKED_TRUTH_TXT_R1,
          Measure.RERANKED_TRUTH_IMG_R1);

  public static RunReader read(PlannedRun run) {
    RunStatus status = RunStatus.of(run);
    RunFolder folder = run.files();
    Map<Integer, EpochSums> epochs = new TreeMap<>();
    Slope slope = new Slope();
    long steps = 0;
    if (Folders.exists(folder.metrics())) {
      try (BufferedReader lines = Files.newBufferedReader(folder.metrics())) {
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
          if (!line.endsWith("}")) {
            continue; // still being written
          }
          JsonNode node = MetricsLine.parse(folder.metrics().toString(), line);
          if (node.has("retrieval")) {
            continue;
          }
          int epoch = node.get("epoch").intValue();
          epochs.computeIfAbsent(epoch, EpochSums::new).add(node);
          steps++;
          JsonNode reward = node.at("/policy/reward");
          if (reward.isNumber()) {
            slope.add(
                Integer.toString(epoch),
                node.at("/chain/quantile_mean").asDouble(),
                reward.asDouble());
          }
        }
      } catch (IOException e) {
        throw new FalconException(folder.metrics() + ": cannot be read: " + e.getMessage(), e);
      }
    }
    List<EpochResult> results = new ArrayList<>();
    epochs.values().forEach(sums -> results.add(sums.result()));
    String reason = status.reason().isEmpty() ? null : status.reason();
    RunResult result =
        new RunResult(
            run.config().seed(),
            status.kind().word(),
            reason,
            steps,
            values(run, results),
            List.copyOf(results),
            slope.fit());
    return new RunReader(result, slope);
  }

  /**
   * Returns the run with the time of its epochs relative to that of the run with the same seed
   * among the others.
   */
  public RunReader relativeTo(List<RunReader> others) {
    for (RunReader other : others) {
      if (other.result.seed() == result.seed()) {
        Map<String, Double> values = new TreeMap<>(result.values());
        put(values, Measure.PACE, pace(other, Measure.STEP_MILLISECONDS));
        put(values, Measure.PROCESSOR_PACE, pace(other, Measure.STEP_PROCESSOR_MILLISECONDS));
        return new RunReader(
            new RunResult(
                result.seed(),
                result.status(),
                result.reason(),
                result.steps(),
                values,
                result.epochs(),
                result.slope()),
            slope);
      }
    }
    return this;
  }

  private Double pace(RunReader other, Measure step) {
    Double own = epochMilliseconds(step);
    Double there = other.epochMilliseconds(step);
    return own == null || there == null ? null : Double.valueOf(own / there);
  }

  private Double epochMilliseconds(Measure step) {
    Double milliseconds = result.values().get(step.key());
    return milliseconds == null ? null : milliseconds * result.steps() / result.epochs().size();
  }

  private static Map<String, Double> values(PlannedRun run, List<EpochResult> epochs) {
    RunFolder folder = run.files();
    Map<String, Double> values = new TreeMap<>();
    if (!folder.finished()) {
      return values;
    }
    JsonNode result = Json.readTree(folder.result());
    for (Measure measure : Measure.values()) {
      if (measure.pointer() != null && result.at(measure.pointer()).isNumber()) {
        values.put(measure.key(), result.at(measure.pointer()).asDouble());
      }
    }
    put(values, Measure.TRUE_R1, trueRecall(values));
    values.putAll(RunItems.read(run));
    run.tasks().forEach(task -> putTask(values, task));
    if (!epochs.isEmpty()) {
      EpochResult last = epochs.get(epochs.size() - 1);
      put(values, Measure.FN_BATCH, last.fnBatch());
      put(values, Measure.FN_NEXT, last.fnNext());
      put(values, Measure.FN_MATCHING, last.fnMatching());
      put(values, Measure.QUANTILE_MEAN, last.quantile());
    }
    if (Folders.exists(folder.timing())) {
      JsonNode timing = Json.readTree(folder.timing());
      JsonNode processor = timing.path("processor"); // absent with several threads
      put(values, Measure.STEP_MILLISECONDS, sum(timing));
      put(
          values,
          Measure.STEP_PROCESSOR_MILLISECONDS,
          processor.isObject() ? sum(processor) : null);
    }
    return values;
  }

  /** Adds the scores of the run's fine-tuned checkpoint. */
  private static void putTask(Map<String, Double> values, PlannedTask task) {
    if (task.files().finished()) {
      JsonNode result = Json.readTree(task.files().result());
      task.task()
          .measures()
          .forEach((measure, pointer) -> put(values, measure, result.at(pointer).asDouble()));
    }
  }

  private static Double trueRecall(Map<String, Double> values) {
    double sum = 0;
    for (Measure measure : TRUE_RECALLS) {
      Double value = values.get(measure.key());
      if (value == null) {
        return null;
      }
      sum += value / TRUE_RECALLS.size();
    }
    return sum;
  }

  private static Double sum(JsonNode stages) {
    double milliseconds = 0;
    for (JsonNode stage : stages) {
      milliseconds += stage.isNumber() ? stage.asDouble() : 0;
    }
    return milliseconds;
  }

  private static void put(Map<String, Double> values, Measure measure, Double value) {
    if (value != null) {
      values.put(measure.key(), value);
    }
  }
}
