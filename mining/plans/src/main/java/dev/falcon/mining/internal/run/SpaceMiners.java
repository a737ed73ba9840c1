// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.internal.run;

import dev.falcon.kernels.Kernels;
import dev.falcon.kernels.Parallel;
import dev.falcon.mining.internal.space.QuantileSource;
import dev.falcon.mining.internal.space.QuantileSources;
import dev.falcon.mining.internal.space.SpaceMiner;
import dev.falcon.mining.internal.space.SpaceWork;
import dev.falcon.mining.plan.PartRows;
import dev.falcon.mining.request.MiningOptions;
import dev.falcon.mining.request.MiningRequest;
import dev.falcon.mining.space.NearImages;
import dev.falcon.mining.space.SpaceConstraints;
import dev.falcon.mining.space.SuspectedMatches;
import dev.falcon.onnx.session.Sessions;

/** An open request: its policy's quantiles, its use of memory, and the miners of its spaces. */
public final class SpaceMiners implements AutoCloseable {
  private final MiningOptions options;
  private final QuantileSource source;
  private final MemoryPlan memory;

  private SpaceMiners(MiningOptions options, QuantileSource source, MemoryPlan memory) {
    this.options = options;
    this.source = source;
    this.memory = memory;
  }

  /**
   * The sizes of a store.
   *
   * @param perImage the number of vectors of an image
   */
  public record Sizes(long rows, int dimension, int perImage) {}

  /**
   * Plans the memory, and opens the policy.
   *
   * @throws dev.falcon.data.RequestException if the memory does not suffice for one search space
   */
  public static SpaceMiners open(
      MiningOptions options, Sizes sizes, MiningRequest.Execution execution, Sessions sessions) {
    MemoryPlan memory = memory(options, sizes, execution);
    return new SpaceMiners(
        options,
        QuantileSources.open(
            options.composition(), options.epochs(), options.seed(), options.levels(), sessions),
        memory);
  }

  private static MemoryPlan memory(
      MiningOptions options, Sizes sizes, MiningRequest.Execution execution) {
    int space = (int) Math.min(options.searchSpace(), sizes.rows());
    long beside =
        options
            .constraints()
            .margin()
            .map(margin -> SuspectedMatches.bytes(space, margin))
            .orElse(0L);
    if (options.constraints().nearImages().isPresent()) {
      beside += 2 * NearImages.bytes(space, sizes.dimension(), sizes.perImage()); // one space ahead
    }
    return MemoryPlan.of(
        space,
        sizes.dimension(),
        sizes.perImage(),
        options.levels(),
        execution.threads(),
        beside,
        execution.memoryBudget());
  }

  /** Returns the number of search spaces that are mined at a time. */
  public int spacesAtOnce() {
    return memory.spacesAtOnce();
  }

  /** Returns a reader of search spaces with the data that the miners need. */
  public SpaceReader reader(PartRows store, SpaceConstraints constraints) {
    return new SpaceReader(store, constraints, readVectors(options));
  }

  /** Returns whether mining with these options reads vectors. */
  public static boolean readVectors(MiningOptions options) {
    return options.policy().chains()
        || options.constraints().margin().isPresent()
        || options.constraints().nearImages().isPresent();
  }

  /** Returns a miner of one space at a time. */
  public SpaceWork on(Parallel threads) {
    SpaceMiner.SpaceOptions space =
        new SpaceMiner.SpaceOptions(
            options.seed(),
            options.batchSize(),
            options.levels(),
            options.policy(),
            options.keepRemainder(),
            options.constraints().window(),
            options.constraints().margin(),
            options.composition().runLength());
    return new SpaceMiner(Kernels.best(), space, source, threads, memory.compact());
  }

  @Override
  public void close() {
    source.close();
  }
}
