package dev.falcon.cli;

import dev.falcon.cli.internal.BuiltIn;
import dev.falcon.mining.MiningOptions;
import dev.falcon.mining.QuantilePolicy;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/** The flags that choose where quantiles come from. */
final class PolicyFlags {
  private static final String SCHEDULER = "scheduler";

  @Option(
      names = "--quantiles",
      arity = "0..1",
      defaultValue = SCHEDULER,
      fallbackValue = SCHEDULER,
      paramLabel = "POLICY",
      description = {
        "How hard a negative each anchor gets (default: ${DEFAULT-VALUE}):",
        "  scheduler    q drawn from the learned scheduler;",
        "  0 to 1       this q; 1 is the hardest negative always;",
        "  hardening    q rises from 0 to 1 over the epochs;",
        "  softening    q falls from 1 to 0 over the epochs;",
        "  uniform      batches of uniform draws."
      })
  private String quantiles;

  @Option(
      names = "--model",
      paramLabel = "DIR",
      description = "The model folder that holds the scheduler (default: the built-in one).")
  private Path model;

  @Option(
      names = "--scheduler",
      paramLabel = "FILE",
      description = "The scheduler's graph (default: scheduler.onnx of the model folder).")
  private Path scheduler;

  @Option(
      names = "--draw",
      paramLabel = "sample|mode|mean",
      description = "How q is taken from the scheduler's distribution (default: sample).")
  private QuantilePolicy.Draw draw = QuantilePolicy.Draw.SAMPLE;

  @Option(
      names = {"--quantile-levels", "--quantile_levels"},
      paramLabel = "M",
      description = "Quantiles of a row that the scheduler sees (default: ${DEFAULT-VALUE}).")
  private int levels = MiningOptions.DEFAULT_LEVELS;

  int levels() {
    return levels;
  }

  QuantilePolicy policy() {
    if (!quantiles.equalsIgnoreCase(SCHEDULER)) {
      return QuantilePolicy.parse(quantiles);
    }
    if (scheduler != null) {
      return new QuantilePolicy.Scheduled(scheduler, draw);
    }
    Path folder = model == null ? BuiltIn.modelFolder() : model;
    return new QuantilePolicy.Scheduled(folder.resolve("scheduler.onnx"), draw);
  }
}
