// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli.reproduce;

import dev.falcon.cli.internal.option.Effect;
import dev.falcon.data.RequestException;
import dev.falcon.reproduce.model.Comparison;
import dev.falcon.reproduce.model.ComparisonReader;
import dev.falcon.reproduce.model.Downstream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Visibility;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code falcon reproduce scenes}: compares all policies on the generated world. */
@Command(
    name = "scenes",
    mixinStandardHelpOptions = true,
    showDefaultValues = true,
    description = {
      "Train with every policy on Scenes, whose truth is known, and compare them.",
      "An interrupted comparison resumes when the command is repeated."
    })
final class ReproduceScenesCommand implements Callable<Integer> {
  @Effect(without = "--comparison")
  @Option(
      names = "--quick",
      description =
          "Run a version of about ten minutes on two cores, with fewer variants, seeds and epochs."
              + " It shows that everything runs, not which policy wins.")
  private boolean quick;

  @Effect(without = "--comparison")
  @Option(
      names = "--framework",
      paramLabel = "NAME",
      description =
          "The framework: ${COMPLETION-CANDIDATES}. Those other than ALBEF have fewer variants.")
  private Framework framework = Framework.ALBEF;

  @Option(
      names = "--downstream",
      paramLabel = "TASK",
      split = ",",
      showDefaultValue = Visibility.NEVER,
      description =
          "Also fine-tune the checkpoint of every run for these tasks: vqa, nlvr, retrieval. Only"
              + " with ALBEF.")
  private List<String> downstream = new ArrayList<>();

  @Effect(without = "--collect")
  @Option(
      names = "--suite",
      paramLabel = "NAME",
      description =
          "Also evaluate the checkpoint of every run on items that differ in one thing, by exact"
              + " truth: scenes changes captions, scenes-both changes images, too.")
  private String suite;

  @Mixin private ComparisonOptions options;

  /** The framework, as the user writes it. */
  private enum Framework {
    ALBEF,
    SIGLIP2,
    BLIP2;

    private String suffix() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  @Override
  public Integer call() {
    boolean albef = framework == Framework.ALBEF;
    if (quick && !albef) {
      throw new RequestException(
          "--quick works with albef only; with --framework "
              + framework.suffix()
              + " use --only, --seeds and --set train.epochs=N");
    }
    String name = quick ? "scenes-quick" : albef ? "scenes" : "scenes-" + framework.suffix();
    return options.run(
        () -> ComparisonReader.builtIn(name),
        this::withDownstream,
        Optional.empty(),
        Runtime.getRuntime().availableProcessors(),
        (folder, overwrite, progress) -> List.of(),
        Optional.ofNullable(suite).map(SceneItems::new));
  }

  /** Returns a comparison with the flag's tasks in place of its own. */
  private Comparison withDownstream(Comparison comparison) {
    if (downstream.isEmpty()) {
      return comparison;
    }
    List<Downstream.Task> tasks = downstream.stream().map(Downstream.Task::of).toList();
    Downstream there = comparison.downstream();
    return comparison.withDownstream(
        there == null
            ? new Downstream(tasks, 0, 0, Map.of())
            : new Downstream(tasks, there.images(), there.heldImages(), there.set()));
  }
}
