package dev.falcon.training.internal.comparison;

import com.fasterxml.jackson.databind.JsonNode;
import dev.falcon.data.RequestException;
import dev.falcon.training.comparison.Comparison;
import dev.falcon.training.comparison.ComparisonRequest;
import dev.falcon.training.comparison.Variant;
import dev.falcon.training.config.ConfigReader;
import dev.falcon.training.config.TrainConfig;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** All runs of a comparison, seed by seed, so that an early look has pairs. */
record Plan(List<PlannedRun> runs) {
  private static final int MOST_SEEDS = 1000;

  /**
   * Plans the runs.
   *
   * @throws RequestException if a variant or a key is not known, or a folder holds another run and
   *     may not be overwritten
   */
  static Plan of(ComparisonRequest request) {
    Comparison comparison = request.comparison();
    request.only().forEach(comparison::variant);
    if (request.seeds() < 0 || request.seeds() > MOST_SEEDS) {
      throw new RequestException(
          "seeds must be between 1 and " + MOST_SEEDS + "; seeds=" + request.seeds());
    }
    List<PlannedRun> runs = new ArrayList<>();
    for (int seed = 1; seed <= MOST_SEEDS; seed++) {
      for (Variant variant : comparison.variants()) {
        int seeds = request.seeds() > 0 ? request.seeds() : comparison.seedsOf(variant);
        if (seed <= seeds) {
          Path folder =
              request.out().resolve("runs").resolve(variant.name()).resolve("seed-" + seed);
          boolean asked = request.only().isEmpty() || request.only().contains(variant.name());
          runs.add(new PlannedRun(variant, config(request, variant, seed), folder, asked));
        }
      }
    }
    requireUnmixed(runs, request);
    return new Plan(List.copyOf(runs));
  }

  private static TrainConfig config(ComparisonRequest request, Variant variant, int seed) {
    List<String> keys = new ArrayList<>();
    addAll(keys, request.comparison().set());
    keys.addAll(request.overrides());
    addAll(keys, variant.set());
    keys.add("seed=" + seed);
    try {
      String preset = request.config() == null ? request.comparison().preset() : null;
      return ConfigReader.read(preset, request.config(), keys);
    } catch (RequestException e) {
      throw new RequestException("variant " + variant.name() + ": " + e.getMessage());
    }
  }

  /** JSON is YAML. */
  private static void addAll(List<String> keys, Map<String, JsonNode> set) {
    set.forEach((key, value) -> keys.add(key + "=" + value));
  }

  private static void requireUnmixed(List<PlannedRun> runs, ComparisonRequest request) {
    List<String> others = new ArrayList<>();
    for (PlannedRun run : runs) {
      String holds = run.foreign();
      if (holds != null && !(request.overwrite() && run.asked())) {
        others.add(run.folder() + ": holds " + holds);
      }
    }
    if (!others.isEmpty()) {
      throw new RequestException(
          others.get(0)
              + (others.size() == 1 ? "" : " (and " + (others.size() - 1) + " more such folders)")
              + "; choose another --out, or --overwrite them");
    }
  }
}
