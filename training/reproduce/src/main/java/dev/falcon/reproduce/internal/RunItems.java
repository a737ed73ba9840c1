// SPDX-License-Identifier: Apache-2.0
package dev.falcon.reproduce.internal;

import com.fasterxml.jackson.databind.JsonNode;
import dev.falcon.data.Progress;
import dev.falcon.data.RequestException;
import dev.falcon.data.file.Folders;
import dev.falcon.data.file.Json;
import dev.falcon.reproduce.model.ComparisonRequest;
import dev.falcon.reproduce.model.Measure;
import dev.falcon.training.config.DataConfig;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** A run's checkpoint on a suite of items, in {@code items/VARIANT/seed-N} of the comparison. */
final class RunItems {
  private static final String FOLDER = "items";
  private static final String RESULT = "suite.json";

  private RunItems() {}

  private static Path folder(PlannedRun run) {
    Path comparison = run.folder().getParent().getParent().getParent(); // of runs/VARIANT/seed-N
    return comparison
        .resolve(FOLDER)
        .resolve(run.variant().name())
        .resolve(run.folder().getFileName());
  }

  /**
   * Requires that the runs are of Scenes, before any is trained.
   *
   * @throws RequestException if one is not
   */
  static void require(List<PlannedRun> runs) {
    for (PlannedRun run : runs) {
      if (run.asked() && !run.config().data().held().generated()) {
        throw new RequestException(
            "the suites are made of Scenes, and " + run.name() + " is not trained on Scenes");
      }
    }
  }

  /** Evaluates the finished runs that are not yet evaluated. */
  static void evaluate(ComparisonRequest request, List<PlannedRun> runs) {
    List<PlannedRun> left =
        runs.stream()
            .filter(run -> run.asked() && run.files().finished() && !isEvaluated(run))
            .toList();
    try (Progress.Task task =
        request.watch().progress().begin("evaluating items", left.size(), "runs")) {
      for (PlannedRun run : left) {
        if (request.watch().stop().getAsBoolean()) {
          return;
        }
        Path folder = folder(run);
        Folders.delete(folder);
        request.evaluation().orElseThrow().evaluate(run.folder(), scenes(run), folder);
        run.identity().write(folder);
        task.advance(1);
      }
    }
  }

  /** Returns the test images of the world on which the run was trained. */
  private static String scenes(PlannedRun run) {
    DataConfig.ScenesData world = run.config().data().scenes();
    return String.format(
        Locale.ROOT,
        "scenes:test,count=%d,preset=%s,seed=%d",
        world.heldImages(),
        world.preset(),
        world.seed());
  }

  private static boolean isEvaluated(PlannedRun run) {
    Path folder = folder(run);
    return Folders.exists(folder.resolve(RunIdentity.FILE))
        && run.identity().difference(RunIdentity.read(folder)).isEmpty();
  }

  /** Returns the shares of right items in percent, by the measures' keys; none before. */
  static Map<String, Double> read(PlannedRun run) {
    Map<String, Double> values = new TreeMap<>();
    if (isEvaluated(run)) {
      put(values, folder(run).resolve("contrast").resolve(RESULT), Measure.ITEMS);
      put(values, folder(run).resolve("matching").resolve(RESULT), Measure.MATCHED_ITEMS);
    }
    return values;
  }

  private static void put(Map<String, Double> values, Path file, Measure all) {
    if (!Folders.exists(file)) {
      return;
    }
    JsonNode result = Json.readTree(file);
    values.put(all.key(), result.at("/averages/rows/share").asDouble());
    Map<String, double[]> sides = new TreeMap<>();
    for (JsonNode subset : result.path("subsets")) {
      values.put(
          all.key() + "_" + subset.path("subset").asText(), subset.at("/shares/share").asDouble());
      subset
          .path("protocols")
          .properties()
          .forEach(
              side -> {
                double[] sum = sides.computeIfAbsent(side.getKey(), none -> new double[2]);
                sum[0] += side.getValue().asDouble() * subset.path("items").asInt();
                sum[1] += subset.path("items").asInt();
              });
    }
    sides.forEach((side, sum) -> values.put(all.key() + "_" + side, sum[0] / sum[1]));
    values.keySet().removeIf(key -> !isMeasure(key));
  }

  private static boolean isMeasure(String key) {
    return Measure.BY_ITEM.stream().anyMatch(measure -> measure.key().equals(key))
        || Measure.MATCHED_BY_ITEM.stream().anyMatch(measure -> measure.key().equals(key));
  }
}
