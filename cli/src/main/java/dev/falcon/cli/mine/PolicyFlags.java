// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli.mine;

import dev.falcon.cli.internal.builtin.BuiltIn;
import dev.falcon.cli.internal.option.Effect;
import dev.falcon.cli.internal.option.OfferedValues;
import dev.falcon.data.RequestException;
import dev.falcon.mining.constraint.Constraints;
import dev.falcon.mining.constraint.PositiveMargin;
import dev.falcon.mining.policy.Composition;
import dev.falcon.mining.policy.NamedPolicy;
import dev.falcon.mining.policy.Policies;
import dev.falcon.mining.policy.QuantilePolicy;
import dev.falcon.mining.request.MiningOptions;
import dev.falcon.onnx.folder.GraphRole;
import dev.falcon.onnx.folder.ModelFolder;
import java.nio.file.Path;
import java.util.Objects;
import picocli.CommandLine.Option;

/** The flags that select the source of quantiles. */
final class PolicyFlags {
  @Option(
      names = "--quantiles",
      arity = "0..1",
      fallbackValue = "",
      paramLabel = "POLICY",
      completionCandidates = OfferedValues.OfPolicies.class,
      description = {
        "How hard each anchor's negative is (default: falcon+; scheduler if --model, --scheduler"
            + " or --draw is given). q is the quantile of its similarity among the candidates; 1"
            + " is the hardest:",
        "${bundle:policies}"
      })
  private String quantiles;

  @Effect(without = "--scheduler")
  @Option(
      names = "--model",
      paramLabel = "DIR",
      description = "The model folder that holds the scheduler (default: the built-in one).")
  private Path model;

  @Option(
      names = "--scheduler",
      paramLabel = "FILE",
      description = "The scheduler's graph (default: scheduler.onnx in the model folder).")
  private Path scheduler;

  @Option(
      names = "--draw",
      paramLabel = "sample|mode|mean",
      description = "How q is taken from the scheduler's distribution (default: sample).")
  private QuantilePolicy.Draw draw; // null if not named

  @Option(
      names = "--quantile-levels",
      paramLabel = "M",
      description =
          "Number of quantiles per row of the scheduler's input (default: ${DEFAULT-VALUE}).")
  private int levels = MiningOptions.DEFAULT_LEVELS;

  @Option(
      names = "--level",
      paramLabel = "instance|batch",
      description =
          "Whether each anchor has its own q, or the whole batch shares one (default: instance).")
  private Composition.Level level = Composition.Level.INSTANCE;

  @Option(
      names = "--warp",
      paramLabel = "W",
      description = "Replace q with 1 - (1 - q)^W; W lies in [1, 100] (default: 1).")
  private double warp = 1;

  @Option(
      names = "--run-length",
      paramLabel = "L",
      description =
          "Restart the chain after every L samples of a batch; 2 gives pairs of an anchor and its"
              + " negative, as in NegCLIP (default: the whole batch).")
  private int runLength = Composition.WHOLE_BATCH;

  int levels() {
    return levels;
  }

  private NamedPolicy policy() {
    if (quantiles != null && !quantiles.isEmpty()) {
      return Policies.parse(quantiles);
    }
    boolean plain = model == null && scheduler == null && draw == null;
    return Policies.parse(plain ? Policies.DEFAULT : Policies.SCHEDULER);
  }

  /** Returns the requested policy, with its constraints. */
  Constraints constraints(Constraints asked) {
    return policy().constraints(asked);
  }

  /** Returns whether the policy's margin has a second witness. */
  boolean hasWitness() {
    return policy().margin().flatMap(PositiveMargin::witness).isPresent();
  }

  Composition composition() {
    QuantilePolicy policy = policy().quantiles();
    if (!(policy instanceof QuantilePolicy.Scheduled)
        && (model != null
            || scheduler != null
            || draw != null
            || levels != MiningOptions.DEFAULT_LEVELS)) {
      throw new RequestException(
          "--model, --scheduler, --draw and --quantile-levels are for quantiles by a scheduler, not"
              + " --quantiles "
              + quantiles
              + "; omit them");
    }
    return new Composition(
        policy instanceof QuantilePolicy.Scheduled ? scheduled() : policy, level, warp, runLength);
  }

  private QuantilePolicy scheduled() {
    Path graph = scheduler;
    if (graph == null) {
      graph =
          ModelFolder.open(model == null ? BuiltIn.modelFolder() : model)
              .requireGraph(GraphRole.SCHEDULER);
    }
    return QuantilePolicy.Scheduled.of(
        graph, Objects.requireNonNullElse(draw, QuantilePolicy.Draw.SAMPLE));
  }
}
