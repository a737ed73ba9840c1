// SPDX-License-Identifier: Apache-2.0
package dev.falcon.reproduce.internal;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.falcon.data.RequestException;
import dev.falcon.data.file.Folders;
import dev.falcon.reproduce.model.Comparison;
import dev.falcon.reproduce.model.ComparisonRequest;
import dev.falcon.reproduce.model.Downstream;
import dev.falcon.reproduce.model.Variant;
import dev.falcon.training.config.ConfigReader;
import dev.falcon.training.config.TrainConfig;
import dev.falcon.training.run.RunFolder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** All runs of a comparison. They are ordered by seed, so that partial results have pairs. */
public record Plan(List<PlannedRun> runs) {
  private static final int MOST_SEEDS = 1000;

  /**
   * The prefix before a variant's name that stands for the folder of its run with the same seed.
   */
  private static final String RUN = "run:";

  /**
   * Plans the runs.
   *
   * @throws RequestException if a variant or a key is unknown, or a folder holds another run and
   *     may not be overwritten
   */
  public static Plan of(ComparisonRequest request) {
    Comparison comparison = request.comparison();
    request.chosen().only().forEach(comparison::variant);
    if (request.chosen().seeds() < 0 || request.chosen().seeds() > MOST_SEEDS) {
      throw new RequestException(
          "seeds must be between 1 and " + MOST_SEEDS + "; seeds=" + request.chosen().seeds());
    }
    List<PlannedRun> runs = new ArrayList<>();
    for (int seed = 1; seed <= MOST_SEEDS; seed++) {
      for (Variant variant : comparison.variants()) {
        int seeds =
            request.chosen().seeds() > 0 ? request.chosen().seeds() : comparison.seedsOf(variant);
        if (seed <= seeds) {
          runs.add(run(request, variant, seed));
        }
      }
    }
    Plan plan = new Plan(List.copyOf(runs));
    requireUnmixed(plan.work(), request);
    requireNeeded(runs);
    return plan;
  }

  /** Returns the runs, followed by the fine-tuning of their checkpoints. */
  public List<PlannedWork> work() {
    return Stream.<PlannedWork>concat(runs.stream(), tasks()).toList();
  }

  /** Returns the fine-tuning of the runs' checkpoints. */
  public Stream<PlannedTask> tasks() {
    return runs.stream().flatMap(run -> run.tasks().stream());
  }

  private static PlannedRun run(ComparisonRequest request, Variant variant, int seed) {
    boolean asked =
        request.chosen().only().isEmpty() || request.chosen().only().contains(variant.name());
    TrainConfig config = config(request, variant, seed);
    Path folder = folder(request, variant.name(), seed);
    Downstream downstream = request.comparison().downstream();
    List<PlannedTask> tasks =
        downstream == null
            ? List.of()
            : new DownstreamPlan(downstream, request.out())
                .tasks(variant.name(), config, folder, asked);
    return new PlannedRun(variant, config, folder, asked, needs(request, variant, seed), tasks);
  }

  private static Path folder(ComparisonRequest request, String variant, int seed) {
    return request.out().resolve("runs").resolve(variant).resolve("seed-" + seed);
  }

  /** Returns the folders of the runs with the same seed whose networks a variant reads. */
  private static List<Path> needs(ComparisonRequest request, Variant variant, int seed) {
    List<Path> needs = new ArrayList<>();
    for (JsonNode value : variant.set().values()) {
      if (value.asText().startsWith(RUN)) {
        String other = value.asText().substring(RUN.length());
        request.comparison().variant(other);
        needs.add(folder(request, other, seed));
      }
    }
    return needs;
  }

  private static TrainConfig config(ComparisonRequest request, Variant variant, int seed) {
    List<String> keys = new ArrayList<>();
    addAll(keys, request.comparison().set());
    keys.addAll(request.chosen().overrides());
    variant
        .set()
        .forEach(
            (key, value) -> {
              String text = value.asText();
              JsonNode set =
                  text.startsWith(RUN)
                      ? TextNode.valueOf(
                          folder(request, text.substring(RUN.length()), seed).toString())
                      : value;
              keys.add(key + "=" + set);
            });
    keys.add("seed=" + seed);
    try {
      return request
          .chosen()
          .config()
          .map(file -> ConfigReader.read(file, keys))
          .orElseGet(() -> ConfigReader.read(request.comparison().preset(), keys));
    } catch (RequestException e) {
      throw new RequestException("variant " + variant.name() + ": " + e.getMessage());
    }
  }

  /** Adds keys with their values, which are in JSON, since JSON is YAML. */
  private static void addAll(List<String> keys, Map<String, JsonNode> set) {
    set.forEach((key, value) -> keys.add(key + "=" + value));
  }

  /** Checks that the networks that a run reads will exist by then. */
  private static void requireNeeded(List<PlannedRun> runs) {
    for (PlannedRun run : runs) {
      for (Path needed : run.needs()) {
        boolean coming =
            runs.stream().anyMatch(each -> each.folder().equals(needed) && each.asked());
        if (run.asked() && !coming && !new RunFolder(needed).finished()) {
          throw new RequestException(
              run.name() + " looks at " + needed + ", which is not at its end; run that, too");
        }
      }
    }
  }

  private static void requireUnmixed(List<PlannedWork> runs, ComparisonRequest request) {
    List<String> others = new ArrayList<>();
    for (PlannedWork run : runs) {
      Optional<String> holds = run.foreign();
      if (holds.isPresent() && !(request.overwrite() && run.asked())) {
        others.add(run.folder() + ": holds " + holds.get());
      } else if (Folders.exists(run.folder()) && !RunFolder.KIND.accepts(run.folder())) {
        throw new RequestException(
            run.folder() + ": holds other files than a run's; name another folder");
      }
    }
    if (!others.isEmpty()) {
      throw new RequestException(
          others.get(0)
              + (others.size() == 1 ? "" : " (and " + (others.size() - 1) + " more such folders)")
              + "; name another folder, or overwrite them");
    }
  }
}
