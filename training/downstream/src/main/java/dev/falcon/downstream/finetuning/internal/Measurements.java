// SPDX-License-Identifier: Apache-2.0
package dev.falcon.downstream.finetuning.internal;

import ai.djl.ndarray.NDManager;
import com.fasterxml.jackson.databind.JsonNode;
import dev.falcon.data.FalconException;
import dev.falcon.data.Progress;
import dev.falcon.downstream.config.FinetuneConfig;
import dev.falcon.downstream.config.FinetuneConfig.EpochsConfig.Chosen;
import dev.falcon.downstream.internal.task.FinetuningTask;
import dev.falcon.eval.metric.Scores;
import dev.falcon.training.internal.tensor.Weights;
import dev.falcon.training.run.MetricsLine;
import dev.falcon.training.run.RunFolder;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The measurements of a run, one of whose epochs is selected: the best by the held-out set's
 * accuracy, or the last. Its predictions and, if it is not the last, its checkpoint are kept.
 */
final class Measurements {
  private final FinetuneConfig config;
  private final RunFolder folder;
  private final FinetuningTask task;
  private Scores scores = Scores.NONE;
  private int epoch = -1;
  private long steps = -1;

  Measurements(FinetuneConfig config, RunFolder folder, FinetuningTask task) {
    this.config = config;
    this.folder = folder;
    this.task = task;
  }

  /** Reads the measurements that the run made before an interruption. */
  void resume() {
    try (BufferedReader lines = Files.newBufferedReader(folder.metrics())) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        String place = folder.metrics().toString();
        JsonNode node = MetricsLine.parse(place, line);
        if (node.has("evaluation")) {
          offer(
              MetricsLine.scores(place, node),
              node.get("epoch").intValue(),
              MetricsLine.step(place, node));
        }
      }
    } catch (IOException e) {
      throw new FalconException(folder.metrics() + ": cannot be read: " + e.getMessage(), e);
    }
  }

  /** Selects an epoch if it is the best so far; returns whether it is. */
  private boolean offer(Scores measured, int ofEpoch, long afterSteps) {
    Double before = accuracy(scores);
    Double now = accuracy(measured);
    boolean counts =
        config.evaluation().chosen() == Chosen.LAST
            || before == null
            || (now != null && now > before);
    if (counts) {
      scores = measured;
      epoch = ofEpoch;
      steps = afterSteps;
    }
    return counts;
  }

  /** Returns the accuracy on the first set, which is the held-out one. */
  private Double accuracy(Scores measured) {
    return task.sets().isEmpty() ? null : measured.get(task.sets().get(0) + ".accuracy");
  }

  /**
   * Measures on all sets.
   *
   * @param afterSteps number of steps taken
   * @return the scores, one group per set
   */
  Scores take(int ofEpoch, long afterSteps, Weights weights, NDManager manager, Progress progress) {
    Scores measured = Scores.NONE;
    for (String set : task.sets()) {
      Scores ofSet = task.measure(weights, manager, set, fresh(set), progress);
      measured = measured.and(ofSet.in(set));
    }
    boolean counts = offer(measured, ofEpoch, afterSteps);
    for (String set : task.sets()) {
      task.predictions(set)
          .ifPresent(name -> settle(fresh(set), folder.path().resolve(name), counts));
    }
    return measured;
  }

  /** Returns the file in which predictions are kept until their epoch is selected. */
  private Path fresh(String set) {
    return folder.path().resolve("fresh-" + task.predictions(set).orElse(set));
  }

  private static void settle(Path fresh, Path kept, boolean counts) {
    try {
      if (counts) {
        Files.move(fresh, kept, StandardCopyOption.ATOMIC_MOVE);
      } else {
        Files.delete(fresh);
      }
    } catch (IOException e) {
      throw new FalconException(kept + ": cannot be written: " + e.getMessage(), e);
    }
  }

  /** Returns the scores of the selected epoch, one group per set. */
  Scores scores() {
    return scores;
  }

  /**
   * Returns the selected epoch, counted from 0; the last epoch for a task without measurements; -1
   * for none.
   */
  int epoch() {
    return task.sets().isEmpty() ? config.train().epochs() - 1 : epoch;
  }

  /** Returns the checkpoint of the selected epoch; empty if that is always the newest. */
  Optional<Path> checkpoint() {
    return epoch < 0 || config.evaluation().chosen() == Chosen.LAST
        ? Optional.empty()
        : Optional.of(folder.checkpoint(steps));
  }

  /** Returns the contents of result.json. */
  Map<String, Object> result() {
    Map<String, Object> result = new LinkedHashMap<>();
    result.put("task", task.name());
    result.put("epoch", epoch());
    result.put("scores", scores);
    return result;
  }
}
