// SPDX-License-Identifier: Apache-2.0
package dev.falcon.reproduce.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.falcon.data.Progress;
import dev.falcon.data.RequestException;
import dev.falcon.reproduce.model.Comparison;
import dev.falcon.reproduce.model.ComparisonReader;
import dev.falcon.reproduce.model.ComparisonRequest;
import dev.falcon.reproduce.model.ComparisonRequest.Processes;
import dev.falcon.reproduce.model.Downstream;
import dev.falcon.training.config.ConfigReader;
import dev.falcon.training.config.TrainConfig;
import dev.falcon.training.internal.loss.mafa.Mafa;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class PlanTest {
  @TempDir private Path folder;

  private Plan plan(String name, String... only) {
    return plan(folder.resolve("out"), name, only);
  }

  private static Plan plan(Path out, String name, String... only) {
    return plan(out, ComparisonReader.builtIn(name), only);
  }

  private static Plan plan(Path out, Comparison comparison, String... only) {
    return Plan.of(
        new ComparisonRequest(
            comparison,
            new ComparisonRequest.Chosen(Optional.empty(), List.of(), List.of(only), 0),
            1,
            out,
            false,
            false,
            Optional.empty(),
            new Processes(List.of(), ""),
            new ComparisonRequest.Watch(Progress.NONE, line -> {}, () -> false)));
  }

  private static List<String> builtIn() throws IOException, URISyntaxException {
    Path file =
        Path.of(ComparisonReader.class.getResource("/dev/falcon/reproduce/scenes.yaml").toURI());
    try (Stream<Path> files = Files.list(file.getParent())) {
      return files
          .map(each -> each.getFileName().toString())
          .filter(name -> name.endsWith(".yaml"))
          .map(name -> name.substring(0, name.lastIndexOf('.')))
          .sorted()
          .toList();
    }
  }

  @ParameterizedTest
  @MethodSource("builtIn")
  void everyBuiltInVariantIsARunOfItsOwn(String name) {
    Set<TrainConfig> configs = new HashSet<>();
    Plan plan = plan(name);
    for (PlannedRun run : plan.runs()) {
      assertThat(configs.add(run.config())).as(run.name()).isTrue();
      assertThat(run.sharesStart(plan.runs().get(0))).as(run.name()).isTrue();
      // Runs of coco are too large to train side by side, and take all processors.
      assertThat(run.config().threads()).isEqualTo(name.equals("coco") ? 0 : 1);
    }
  }

  @Test
  void everyVariantCanBeFineTunedForEverything() {
    Downstream all = new Downstream(List.of(Downstream.Task.values()), 0, 0, Map.of());
    Plan plan = plan(folder.resolve("out"), ComparisonReader.builtIn("scenes").withDownstream(all));
    assertThat(plan.runs()).allSatisfy(run -> assertThat(run.tasks()).hasSize(3));
  }

  @Test
  void thoseThatMatterMostHaveFiveSeeds() {
    List<String> fifth =
        plan("scenes").runs().stream()
            .filter(run -> run.config().seed() == 5)
            .map(run -> run.variant().name())
            .toList();
    assertThat(fifth)
        .containsExactly(
            "uniform",
            "fixed-0.99",
            "grit",
            "margin-0.0",
            "margin-0.05",
            "margin-0.1",
            "grit-matching-0.05",
            "margin-0.0-matching-0.05",
            "mafa-truth",
            "mafa-own",
            "mafa-weak",
            "uniform-brief");
  }

  /**
   * What a run's process is given is laid over a preset, and must be all that is left. ALBEF goes
   * without saying in what is written, so the preset must not say otherwise.
   */
  @Test
  void aWholeConfigurationLaidOverAnyPresetIsItself() throws IOException {
    Path file = folder.resolve("config.yaml");
    for (PlannedRun run : plan("scenes").runs()) {
      for (String preset : ConfigReader.PRESETS) {
        if (!ConfigReader.read(preset, null, List.of())
            .model()
            .framework()
            .equals(run.config().model().framework())) {
          continue;
        }
        Files.writeString(file, ConfigReader.write(run.config()));
        assertThat(ConfigReader.read(preset, file, List.of())).isEqualTo(run.config());
      }
    }
  }

  /** What a run's process is given, under every framework. */
  @ParameterizedTest
  @ValueSource(strings = {"scenes", "scenes-siglip2", "scenes-blip2"})
  void aRunsProcessReadsTheConfigurationOfTheRun(String name) throws IOException {
    Path file = folder.resolve("request.yaml");
    for (PlannedRun run : plan(name).runs()) {
      Files.writeString(file, run.request());
      assertThat(ConfigReader.read(null, file, List.of())).as(run.name()).isEqualTo(run.config());
    }
  }

  @Test
  void theJudgeOfARunIsTheRunOfTheSameSeed() {
    PlannedRun judged = run(plan("scenes"), "mafa-own");
    Path uniform = folder.resolve("out/runs/uniform/seed-3");
    assertThat(judged.needs()).containsExactly(uniform);
    assertThat(judged.config().objective().loss())
        .isEqualTo(new Mafa(uniform.toString(), 0.5f, 0.8f, 0.5f, 1));
    assertThat(judged.needs(run(plan("scenes"), "uniform"))).isTrue();
    assertThat(judged.needs(run(plan("scenes"), "grit"))).isFalse();
  }

  /** Its configuration names the judge's folder, which moves with it. */
  @Test
  void aComparisonThatWasMovedIsTheSame() throws IOException {
    PlannedRun run = run(plan("scenes"), "mafa-own");
    Files.createDirectories(run.folder());
    run.identity().write(run.folder());
    Path moved = folder.resolve("moved/to");
    Files.createDirectories(moved.getParent());
    Files.move(folder.resolve("out"), moved);
    PlannedRun there = run(plan(moved, "scenes"), "mafa-own");
    assertThat(there.config()).isNotEqualTo(run.config());
    assertThat(there.foreign()).isEmpty();
    assertThat(there.identity()).isEqualTo(run.identity());
  }

  @Test
  void aRunWhoseJudgeIsNotThereIsRefused() {
    assertThatThrownBy(() -> plan("scenes", "mafa-own"))
        .isInstanceOf(RequestException.class)
        .hasMessage(
            "mafa-own with seed 1 looks at "
                + folder.resolve("out/runs/uniform/seed-1")
                + ", which is not at its end; run that, too");
    assertThat(plan("scenes", "mafa-own", "uniform").runs()).isNotEmpty();
  }

  private static PlannedRun run(Plan plan, String variant) {
    return plan.runs().stream()
        .filter(run -> run.config().seed() == 3 && run.variant().name().equals(variant))
        .findFirst()
        .orElseThrow();
  }
}
