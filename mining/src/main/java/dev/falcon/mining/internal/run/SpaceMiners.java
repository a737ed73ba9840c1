package dev.falcon.mining.internal.run;

import dev.falcon.mining.internal.certificate.CertifiedProducts;
import dev.falcon.mining.internal.certificate.OnnxProduct;
import dev.falcon.mining.internal.constraint.SuspectedMatches;
import dev.falcon.mining.internal.kernel.Kernels;
import dev.falcon.mining.internal.kernel.Parallel;
import dev.falcon.mining.internal.space.NegativesMiner;
import dev.falcon.mining.internal.space.QuantileSource;
import dev.falcon.mining.internal.space.SpaceMiner;
import dev.falcon.mining.internal.space.SpaceWork;
import dev.falcon.mining.request.MiningOptions;
import dev.falcon.mining.request.MiningTarget;
import java.util.Optional;

/**
 * Makes what mines search spaces as a request asks.
 *
 * @param source of the policy's quantiles
 * @param memory how it is used
 * @param product of ONNX Runtime's, where it makes similarities
 */
public record SpaceMiners(
    MiningOptions options,
    MiningTarget target,
    QuantileSource source,
    MemoryPlan memory,
    Optional<OnnxProduct> product) {
  /** With the kernel's own product. */
  public SpaceMiners(
      MiningOptions options, MiningTarget target, QuantileSource source, MemoryPlan memory) {
    this(options, target, source, memory, Optional.empty());
  }

  /**
   * How memory is used.
   *
   * @param rows of the store
   * @param budget bytes that all may take together
   * @param product whether similarities are ONNX Runtime's
   */
  public static MemoryPlan memory(
      MiningOptions options,
      MiningTarget target,
      long rows,
      int dimension,
      int perImage,
      int threads,
      long budget,
      boolean product) {
    int space = (int) Math.min(options.searchSpace(), rows);
    long beside = options.constraints().margin().isPresent() ? SuspectedMatches.bytes(space) : 0;
    if (product) {
      beside = 2 * beside + CertifiedProducts.bytes(space, dimension, threads);
    }
    if (target instanceof MiningTarget.Negatives negatives) {
      beside += NegativesMiner.bytes(space, negatives.count());
    }
    return MemoryPlan.of(space, dimension, perImage, options.levels(), threads, beside, budget);
  }

  /** Whether vectors are looked at. */
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
    return new SpaceMiner(
        Kernels.best(),
        space,
        source,
        threads,
        memory.compact(),
        product.map(opened -> new CertifiedProducts(opened, Kernels.best())));
  }
}
