package dev.falcon.spark.internal;

import dev.falcon.data.FalconException;
import dev.falcon.data.Sha256;
import dev.falcon.mining.algorithm.RankWindow;
import dev.falcon.mining.constraint.Constraints;
import dev.falcon.mining.constraint.Exclusion;
import dev.falcon.mining.constraint.PositiveMargin;
import dev.falcon.mining.constraint.SecondWitness;
import dev.falcon.mining.policy.Composition;
import dev.falcon.mining.policy.Policies;
import dev.falcon.mining.policy.QuantilePolicy;
import dev.falcon.mining.request.MiningOptions;
import java.io.IOException;
import java.io.Serializable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The options of mining in a form that can be sent to executors. It includes a scheduler's graph
 * and its digest, but not a list of vetoes, which is sent as pairs of rows.
 *
 * @param policy the policy's name, as {@link Policies#parse} reads it
 * @param margin the absolute margin, the relative margin, the weight of own similarities, and the
 *     part of the second witness, which is 0 for none; null without a margin
 * @param window range-min, range-max and max-score
 * @param nearImages the cosine from which images are near duplicates; 0 if they are not kept apart
 */
record OptionsOnWire(
    String policy,
    QuantilePolicy.Draw draw,
    byte[] scheduler,
    String schedulerDigest,
    Composition.Level level,
    double warp,
    int runLength,
    int searchSpace,
    int batchSize,
    int levels,
    int epochs,
    long seed,
    boolean keepRemainder,
    Exclusion[] exclusions,
    double nearImages,
    double[] margin,
    boolean truth,
    Number[] window,
    int shuffledShards)
    implements Serializable {
  /** The graphs that this JVM has received, by their digests. */
  private static final Map<String, Path> GRAPHS = new HashMap<>();

  static OptionsOnWire of(MiningOptions options) {
    QuantilePolicy.Draw draw = null;
    byte[] scheduler = null;
    if (options.policy() instanceof QuantilePolicy.Scheduled scheduled) {
      draw = scheduled.draw();
      scheduler = read(scheduled.graph().orElseThrow());
    }
    Composition composition = options.composition();
    Constraints constraints = options.constraints();
    RankWindow window = constraints.window();
    return new OptionsOnWire(
        options.policy().toString(),
        draw,
        scheduler,
        scheduler == null ? null : Sha256.of(scheduler),
        composition.level(),
        composition.warp(),
        composition.runLength(),
        options.searchSpace(),
        options.batchSize(),
        options.levels(),
        options.epochs(),
        options.seed(),
        options.keepRemainder(),
        constraints.exclusions().toArray(Exclusion[]::new),
        constraints.nearImages().orElse(0),
        constraints.margin().map(OptionsOnWire::numbers).orElse(null),
        constraints.truth(),
        new Number[] {window.rangeMin(), window.rangeMax(), window.maxScore()},
        options.shuffledShards());
  }

  private static double[] numbers(PositiveMargin margin) {
    return new double[] {
      margin.absolute(),
      margin.relative(),
      margin.ownWeight(),
      margin.witness().map(SecondWitness::part).orElse(0.0)
    };
  }

  private static PositiveMargin margin(double[] numbers) {
    return new PositiveMargin(
        (float) numbers[0],
        (float) numbers[1],
        (float) numbers[2],
        numbers[3] == 0 ? Optional.empty() : Optional.of(new SecondWitness(numbers[3])));
  }

  private static byte[] read(Path graph) {
    try {
      return Files.readAllBytes(graph);
    } catch (IOException e) {
      throw new FalconException(graph + ": cannot be read: " + e.getMessage(), e);
    }
  }

  MiningOptions options() {
    Constraints constraints =
        new Constraints(
            new HashSet<>(List.of(exclusions)),
            Optional.empty(),
            Optional.ofNullable(margin).map(OptionsOnWire::margin),
            truth,
            new RankWindow(window[0].intValue(), window[1].intValue(), window[2].floatValue()),
            nearImages == 0 ? OptionalDouble.empty() : OptionalDouble.of(nearImages));
    return new MiningOptions(
        new Composition(quantiles(), level, warp, runLength),
        searchSpace,
        batchSize,
        levels,
        epochs,
        seed,
        keepRemainder,
        constraints,
        shuffledShards);
  }

  private QuantilePolicy quantiles() {
    QuantilePolicy named = Policies.parse(policy).quantiles();
    return named instanceof QuantilePolicy.Scheduled
        ? QuantilePolicy.Scheduled.of(graph(), draw)
        : named;
  }

  /** Returns the scheduler's graph as a file of this JVM. */
  private Path graph() {
    synchronized (GRAPHS) {
      Path there = GRAPHS.get(schedulerDigest);
      if (there == null) {
        if (!Sha256.of(scheduler).equals(schedulerDigest)) {
          throw new FalconException("the scheduler's graph differs from the one that was sent");
        }
        try {
          there = Files.createTempFile("falcon-scheduler-", ".onnx");
          there.toFile().deleteOnExit();
          Files.write(there, scheduler);
        } catch (IOException e) {
          throw new FalconException("the scheduler's graph cannot be kept: " + e.getMessage(), e);
        }
        GRAPHS.put(schedulerDigest, there);
      }
      return there;
    }
  }
}
