package dev.falcon.mining.internal.run;

import dev.falcon.mining.internal.kernel.Kernels;
import dev.falcon.mining.internal.kernel.Parallel;
import dev.falcon.mining.internal.space.NegativesMiner;
import dev.falcon.mining.internal.space.QuantileSource;
import dev.falcon.mining.internal.space.SpaceMiner;
import dev.falcon.mining.internal.space.SpaceWork;
import dev.falcon.mining.request.MiningOptions;
import dev.falcon.mining.request.MiningTarget;
import dev.falcon.mining.space.SuspectedMatches;

/**
 * Creates the miners for a request.
 *
 * @param source of the policy's quantiles
 * @param memory its use
 */
public record SpaceMiners(
    MiningOptions options, MiningTarget target, QuantileSource source, MemoryPlan memory) {

  /**
   * Plans the use of memory.
   *
   * @param rows of the store
   * @param budget limit on the total bytes
   */
  public static MemoryPlan memory(
      MiningOptions options,
      MiningTarget target,
      long rows,
      int dimension,
      int perImage,
      int threads,
      long budget) {
    int space = (int) Math.min(options.searchSpace(), rows);
    long beside =
        options
            .constraints()
            .margin()
            .map(margin -> SuspectedMatches.bytes(space, margin))
            .orElse(0L);
    if (target instanceof MiningTarget.Negatives negatives) {
      beside += NegativesMiner.bytes(space, negatives.count());
    }
    return MemoryPlan.of(space, dimension, perImage, options.levels(), threads, beside, budget);
  }

  /** Returns whether vectors are needed. */
  public boolean needVectors() {
    return options.policy().chains() || options.constraints().margin().isPresent();
  }

  /** A miner of one space at a time. */
  public SpaceWork on(Parallel threads) {
    if (target instanceof MiningTarget.Negatives negatives) {
      return new NegativesMiner(
          Kernels.best(),
          Math.min(negatives.count(), options.searchSpace()),
          options.levels(),
          options.constraints().window(),
          options.constraints().margin(),
          source,
          threads,
          memory.compact());
    }
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
}
