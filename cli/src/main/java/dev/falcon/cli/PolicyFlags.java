package dev.falcon.cli;

import dev.falcon.cli.internal.BuiltIn;
import dev.falcon.mining.MiningOptions;
import dev.falcon.mining.PositiveMargin;
import dev.falcon.mining.QuantilePolicy;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import picocli.CommandLine.Option;

/** The flags that choose where quantiles come from. */
final class PolicyFlags {
  private static final String SCHEDULER = "scheduler";
  private static final String PLUS = "falcon+";

  @Option(
      names = "--quantiles",
      arity = "0..1",
      fallbackValue = "",
      paramLabel = "POLICY",
      description = {
        "How hard a negative each anchor gets (default: falcon+, but scheduler where --model,"
            + " --scheduler or --draw is given):",
        "  falcon+      q = 1 under a relative margin of 0.05;",
        "  scheduler    q drawn from the learned scheduler, as in the paper;",
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
  private QuantilePolicy.Draw draw; // null where not named

  @Option(
      names = {"--quantile-levels", "--quantile_levels"},
      paramLabel = "M",
      description = "Quantiles of a row that the scheduler sees (default: ${DEFAULT-VALUE}).")
  private int levels = MiningOptions.DEFAULT_LEVELS;

  int levels() {
    return levels;
  }

  private String name() {
    if (quantiles != null && !quantiles.isEmpty()) {
      return quantiles.toLowerCase(Locale.ROOT);
    }
    return model == null && scheduler == null && draw == null ? PLUS : SCHEDULER;
  }

  /** The policy's own margin, which one that is asked for replaces. */
  Optional<PositiveMargin> margin() {
    return name().equals(PLUS) ? Optional.of(PositiveMargin.FALCON_PLUS) : Optional.empty();
  }

  QuantilePolicy policy() {
    if (name().equals(PLUS)) {
      return new QuantilePolicy.Fixed(1);
    }
    if (!name().equals(SCHEDULER)) {
      return QuantilePolicy.parse(quantiles);
    }
    Path graph = scheduler;
    if (graph == null) {
      graph = (model == null ? BuiltIn.modelFolder() : model).resolve("scheduler.onnx");
    }
    return new QuantilePolicy.Scheduled(
        graph, Objects.requireNonNullElse(draw, QuantilePolicy.Draw.SAMPLE));
  }
}
