// SPDX-License-Identifier: Apache-2.0
package dev.falcon.benchmarks;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.falcon.benchmarks.material.Measured;
import dev.falcon.benchmarks.material.Scratch;
import dev.falcon.benchmarks.material.Settings;
import dev.falcon.data.Progress;
import dev.falcon.training.Trainer;
import dev.falcon.training.config.ConfigReader;
import dev.falcon.training.config.TrainConfig;
import dev.falcon.training.run.TrainRequest;
import dev.falcon.training.run.TrainResult;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A training step of several methods beside each other, and what its time goes to. The methods take
 * turns in one process, and the median round counts. The first epoch, which is uniform for all of
 * them, is measured alone and taken off. On one thread it is the processor's time.
 *
 * <pre>TrainingBenchmark methods=grit,falcon epochs=3 threads=2</pre>
 *
 * <p>{@code set} names further keys of the configuration, such as {@code set=train.batch_size=16}.
 */
public final class TrainingBenchmark {
  private final Settings settings;
  private final Scratch scratch;
  private int runs;

  private TrainingBenchmark(Settings settings, Scratch scratch) {
    this.settings = settings;
    this.scratch = scratch;
  }

  /** Prints milliseconds a step by method and stage. */
  public static void main(String[] arguments) throws Exception {
    Settings settings =
        new Settings(
                "preset=scenes-tiny",
                "methods=uniform,grit,falcon",
                "epochs=3",
                "rounds=3",
                "threads=2",
                "set=")
            .with(arguments);
    try (Scratch scratch = Scratch.create()) {
      new TrainingBenchmark(settings, scratch).measure();
    }
  }

  private void measure() {
    Map<String, List<Map<String, Double>>> rounds = new LinkedHashMap<>();
    for (int round = -1; round < settings.number("rounds"); round++) {
      for (String method : settings.list("methods")) {
        Map<String, Double> chained = chained(method);
        if (round >= 0) { // the first one warms up
          rounds.computeIfAbsent(method, name -> new ArrayList<>()).add(chained);
        }
      }
    }
    rounds.forEach(TrainingBenchmark::print);
    String first = settings.list("methods").get(0);
    rounds.forEach(
        (method, found) ->
            System.out.printf(
                Locale.ROOT, "%s / %s %.3f%n", method, first, ratio(found, rounds.get(first))));
  }

  /** Milliseconds a step by stage, without the first epoch's. */
  private Map<String, Double> chained(String method) {
    Timed first = train(method, 1);
    Timed all = train(method, settings.number("epochs"));
    Map<String, Double> rest = new TreeMap<>();
    all.milliseconds()
        .forEach(
            (stage, mean) -> {
              double before = first.milliseconds().getOrDefault(stage, 0.0) * first.steps();
              double after = mean * all.steps() - before;
              rest.put(stage, after / (all.steps() - first.steps()));
            });
    return rest;
  }

  /** Milliseconds a step by stage. */
  private record Timed(long steps, Map<String, Double> milliseconds) {}

  private Timed train(String method, int epochs) {
    List<String> keys =
        new ArrayList<>(
            List.of(
                "method.name=" + method,
                "train.epochs=" + epochs,
                "threads=" + settings.number("threads"),
                "start.image_encoder=random",
                "evaluation={every_epochs: 0, rerank: 0}"));
    settings.list("set").stream().filter(key -> !key.isEmpty()).forEach(keys::add);
    TrainConfig config = ConfigReader.read(settings.list("preset").get(0), keys);
    Path folder = scratch.resolve("run" + runs++);
    TrainResult result =
        Trainer.train(
            new TrainRequest(
                config, folder, false, scratch.resolve("cache"), Progress.NONE, () -> false));
    return new Timed(result.steps(), processorTime(folder).orElse(result.milliseconds()));
  }

  /** A run's processor times, known only on one thread. */
  private static Optional<Map<String, Double>> processorTime(Path folder) {
    try {
      JsonNode timing = new ObjectMapper().readTree(folder.resolve("timing.json").toFile());
      if (!timing.has("processor")) {
        return Optional.empty();
      }
      Map<String, Double> milliseconds = new TreeMap<>();
      timing
          .get("processor")
          .properties()
          .forEach(stage -> milliseconds.put(stage.getKey(), stage.getValue().asDouble()));
      return Optional.of(milliseconds);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The median of a method's ratios to another's step in the same round. */
  private static double ratio(List<Map<String, Double>> found, List<Map<String, Double>> others) {
    double[] ratios = new double[found.size()];
    Arrays.setAll(ratios, round -> sum(found.get(round)) / sum(others.get(round)));
    return Measured.median(ratios);
  }

  /** Prints a method's median step and its median stages. */
  private static void print(String method, List<Map<String, Double>> rounds) {
    double total = Measured.median(rounds.stream().mapToDouble(TrainingBenchmark::sum).toArray());
    StringBuilder line = new StringBuilder();
    for (String stage : rounds.get(rounds.size() - 1).keySet()) {
      double[] found =
          rounds.stream().mapToDouble(round -> round.getOrDefault(stage, 0.0)).toArray();
      line.append(String.format(Locale.ROOT, ", %s %.2f", stage, Measured.median(found)));
    }
    System.out.printf(Locale.ROOT, "%s: %.1f ms a step%s%n", method, total, line);
  }

  private static double sum(Map<String, Double> stages) {
    return stages.values().stream().mapToDouble(Double::doubleValue).sum();
  }
}
