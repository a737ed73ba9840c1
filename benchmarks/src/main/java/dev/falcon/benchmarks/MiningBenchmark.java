// SPDX-License-Identifier: Apache-2.0
package dev.falcon.benchmarks;

import dev.falcon.benchmarks.material.ClusteredVectors;
import dev.falcon.benchmarks.material.FixedQuantiles;
import dev.falcon.benchmarks.material.SpreadQuantiles;
import dev.falcon.kernels.Kernel;
import dev.falcon.kernels.Kernels;
import dev.falcon.kernels.Parallel;
import dev.falcon.mining.algorithm.RankWindow;
import dev.falcon.mining.algorithm.SpaceVectors;
import dev.falcon.mining.constraint.PositiveMargin;
import dev.falcon.mining.internal.similarity.PackedSpace;
import dev.falcon.mining.internal.space.QuantileSource;
import dev.falcon.mining.internal.space.SpaceMiner;
import dev.falcon.mining.policy.Composition;
import dev.falcon.mining.policy.QuantilePolicy;
import dev.falcon.mining.shuffle.MiningUnit;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * One search space of clustered vectors, mined whole, beside its floor: the arithmetic of the upper
 * triangle of S alone. Arguments: |M|, threads, repetitions, {@code dense} or {@code compact}, and
 * {@code scheduler} (a q for each row, after all quantiles of the row are found), {@code random}
 * (the same without them), {@code fixed} (q = 0.9) or {@code falcon+} (q = 1 under the margin);
 * {@code q=0.5} for another fixed q; after them how many vectors an image has, 1 where it is left
 * out, of several the floor is as many products.
 */
public final class MiningBenchmark {
  private static final int DIMENSION = 256;
  private static final int LEVELS = 100;
  private static final int BATCH_SIZE = 96;

  private MiningBenchmark() {}

  /** Prints medians in seconds, of one thread those of its processor time, and their ratio. */
  public static void main(String[] arguments) {
    int size = Integer.parseInt(arguments[0]);
    int threads = Integer.parseInt(arguments[1]);
    int repetitions = Integer.parseInt(arguments[2]);
    boolean compact = arguments[3].equals("compact");
    String policy = arguments[4];
    boolean margin = policy.equals("falcon+");
    int perImage = arguments.length > 5 ? Integer.parseInt(arguments[5]) : 1;
    SpaceVectors vectors = ClusteredVectors.generate(size, DIMENSION, 7, perImage);
    SpaceVectors single = ClusteredVectors.generate(size, DIMENSION, 7);
    try (Parallel parallel = new Parallel(threads);
        QuantileSource source = source(policy)) {
      Kernel kernel = Kernels.best();
      SpaceMiner miner =
          new SpaceMiner(
              kernel,
              new SpaceMiner.SpaceOptions(
                  1,
                  BATCH_SIZE,
                  LEVELS,
                  new QuantilePolicy.Fixed(1),
                  false,
                  RankWindow.ALL,
                  margin ? Optional.of(PositiveMargin.FALCON_PLUS) : Optional.empty(),
                  Composition.WHOLE_BATCH),
              source,
              parallel,
              compact);
      System.out.printf(
          Locale.ROOT,
          "Java %s, %s, |M|=%d, d=%d, m=%d, B=%d, %d threads, %s, %s, %d vectors per image%n",
          Runtime.version(),
          kernel.describe(),
          size,
          DIMENSION,
          LEVELS,
          BATCH_SIZE,
          threads,
          compact ? "compact" : "dense",
          policy,
          perImage);
      int[] checksum = new int[1];
      LongSupplier clock =
          threads == 1
              ? ManagementFactory.getThreadMXBean()::getCurrentThreadCpuTime
              : System::nanoTime;
      double floor =
          perImage * median(repetitions, clock, () -> triangle(kernel, single, parallel));
      double several =
          perImage == 1
              ? floor
              : median(repetitions, clock, () -> triangle(kernel, vectors, parallel));
      double total =
          median(
              repetitions,
              clock,
              () ->
                  checksum[0] =
                      miner.batches(new MiningUnit(0, 0), vectors, List.of()).batches().stream()
                          .mapToInt(batch -> Arrays.hashCode(batch.members()))
                          .reduce(1, (a, b) -> 31 * a + b));
      System.out.printf(
          Locale.ROOT,
          "half product %.4f s (%.0f GFLOP/s), S alone %.4f s, ratio %.2f,"
              + " mined whole %.4f s, ratio %.2f, order %08x%n",
          floor,
          2.0 * size * size * DIMENSION * perImage / 1e9 / floor,
          several,
          several / floor,
          total,
          total / floor,
          checksum[0]);
    }
  }

  private static QuantileSource source(String policy) {
    return switch (policy) {
      case "scheduler" -> new SpreadQuantiles(true);
      case "random" -> new SpreadQuantiles(false);
      case "fixed" -> new FixedQuantiles(0.9);
      case "falcon+" -> new FixedQuantiles(1);
      default -> new FixedQuantiles(Double.parseDouble(policy.replace("q=", "")));
    };
  }

  private static void triangle(Kernel kernel, SpaceVectors vectors, Parallel parallel) {
    Kernel.Packed packed = PackedSpace.of(kernel, vectors);
    int blocks = Kernel.blocks(vectors.rows());
    parallel.forEach(
        blocks,
        () -> {
          float[] block = new float[Kernel.BLOCK * Kernel.BLOCK];
          float[] scratch = new float[block.length];
          return rowBlock -> {
            for (int columnBlock = rowBlock; columnBlock < blocks; columnBlock++) {
              packed.similarity(rowBlock, columnBlock, block, scratch);
            }
          };
        });
  }

  private static double median(int repetitions, LongSupplier clock, Runnable work) {
    work.run();
    double[] seconds = new double[repetitions];
    for (int r = 0; r < repetitions; r++) {
      long start = clock.getAsLong();
      work.run();
      seconds[r] = (clock.getAsLong() - start) / 1e9;
    }
    Arrays.sort(seconds);
    return seconds[repetitions / 2];
  }
}
