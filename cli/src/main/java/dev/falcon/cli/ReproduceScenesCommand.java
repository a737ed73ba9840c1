package dev.falcon.cli;

import dev.falcon.cli.internal.ComparisonOptions;
import dev.falcon.training.comparison.ComparisonReader;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code falcon reproduce scenes}: every policy on the generated world. */
@Command(
    name = "scenes",
    mixinStandardHelpOptions = true,
    showDefaultValues = true,
    description = {
      "Train with every policy on Scenes, whose truth is known, and compare.",
      "What was interrupted goes on when it is asked for again."
    })
final class ReproduceScenesCommand implements Callable<Integer> {
  @Option(
      names = "--quick",
      description = "A version of about ten minutes on two cores: fewer variants, seeds, epochs.")
  private boolean quick;

  @Mixin private ComparisonOptions options;

  @Override
  public Integer call() {
    return options.run(
        () -> ComparisonReader.builtIn(quick ? "scenes-quick" : "scenes"),
        null,
        Runtime.getRuntime().availableProcessors());
  }
}
