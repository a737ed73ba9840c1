// SPDX-License-Identifier: Apache-2.0
package dev.falcon.benchmarks;

import com.sun.management.OperatingSystemMXBean;
import dev.falcon.benchmarks.material.ClusteredVectors;
import dev.falcon.benchmarks.material.FixedQuantiles;
import dev.falcon.benchmarks.material.Scratch;
import dev.falcon.data.Progress;
import dev.falcon.data.Provenance;
import dev.falcon.data.store.EmbeddingStore;
import dev.falcon.data.store.StoreLayout;
import dev.falcon.data.store.StoreManifest;
import dev.falcon.data.store.StoreOptions;
import dev.falcon.data.store.StoreWriter;
import dev.falcon.data.store.VectorType;
import dev.falcon.data.table.TableFormat;
import dev.falcon.kernels.Kernels;
import dev.falcon.kernels.Parallel;
import dev.falcon.mining.Miner;
import dev.falcon.mining.algorithm.SpaceVectors;
import dev.falcon.mining.internal.run.MemoryPlan;
import dev.falcon.mining.internal.space.SpaceMiner;
import dev.falcon.mining.policy.QuantilePolicy;
import dev.falcon.mining.request.MiningOptions;
import dev.falcon.mining.request.MiningRequest;
import dev.falcon.mining.shuffle.MiningUnit;
import dev.falcon.mining.shuffle.SearchSpaces;
import dev.falcon.onnx.session.Sessions;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * A store mined end to end (checked, read, mined, written) beside the mining of its spaces alone.
 * Spaces alone are timed on a few, before and after, and scaled to all rows. Arguments: a folder
 * for the store (made where it is missing), rows, |M|, threads.
 */
public final class StoreMiningBenchmark {
  private static final int DIMENSION = 256;
  private static final int ROWS_ALONE = 48_000;
  private static final int GENERATED_AT_ONCE = 28_320;

  private StoreMiningBenchmark() {}

  /** Prints seconds, their ratio, and how busy the processors were. */
  public static void main(String[] arguments) throws IOException {
    try (Scratch scratch = Scratch.create()) {
      measure(arguments, scratch.resolve("plan.parquet"));
    }
  }

  private static void measure(String[] arguments, Path plan) {
    Path folder = Path.of(arguments[0]);
    int rows = Integer.parseInt(arguments[1]);
    int space = Integer.parseInt(arguments[2]);
    int threads = Integer.parseInt(arguments[3]);
    EmbeddingStore store = store(folder, rows);
    MiningOptions options =
        MiningOptions.of(new QuantilePolicy.Fixed(0.9))
            .withSizes(space, MiningOptions.DEFAULT_BATCH_SIZE);
    MiningRequest.Execution execution =
        new MiningRequest.Execution(threads, MiningRequest.Execution.automatic().memoryBudget());
    double before = alone(store, options, execution);
    MiningRequest request =
        new MiningRequest(store, options, plan, TableFormat.PARQUET, execution, true);
    OperatingSystemMXBean system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    long processorTime = system.getProcessCpuTime();
    long start = System.nanoTime();
    new Miner(Sessions.onCpu(), Progress.NONE, note -> {}).mine(request);
    double whole = (System.nanoTime() - start) / 1e9;
    double busy = (system.getProcessCpuTime() - processorTime) / 1e9 / (whole * threads);
    double alone = (before + alone(store, options, execution)) / 2;
    System.out.printf(
        Locale.ROOT,
        "%d rows, |M|=%d: spaces alone %.1f s, end to end %.1f s, ratio %.2f, processors %.0f %% busy%n",
        rows,
        space,
        alone,
        whole,
        whole / alone,
        100 * busy);
  }

  /**
   * Seconds to mine all rows' spaces and do nothing else: as many side by side as a run would, each
   * with vectors that were read before. No space comes twice in a pass, so that none finds its
   * vectors in the processor's cache.
   */
  private static double alone(
      EmbeddingStore store, MiningOptions options, MiningRequest.Execution execution) {
    int rows = (int) store.rows();
    int size = options.searchSpace();
    MemoryPlan memory =
        MemoryPlan.of(
            size, DIMENSION, 1, options.levels(), execution.threads(), 0, execution.memoryBudget());
    int sideBySide = memory.spacesAtOnce();
    SearchSpaces spaces = SearchSpaces.of(rows, size, options.seed(), 0);
    SpaceMiner.SpaceOptions kept =
        new SpaceMiner.SpaceOptions(
            options.seed(),
            options.batchSize(),
            options.levels(),
            options.policy(),
            false,
            options.constraints().window(),
            options.constraints().margin(),
            options.composition().runLength());
    int each = Math.max(1, ROWS_ALONE / size / sideBySide);
    List<SpaceVectors> vectors = new ArrayList<>();
    for (int number = 0; number < each * sideBySide; number++) {
      float[] image = new float[size * DIMENSION];
      float[] text = new float[size * DIMENSION];
      store.readRows(spaces.rows(number), 0, size, image, text);
      vectors.add(new SpaceVectors(image, text, size, DIMENSION));
    }
    try (Parallel side = new Parallel(sideBySide);
        Parallel within = new Parallel(sideBySide > 1 ? 1 : execution.threads())) {
      List<SpaceMiner> miners = new ArrayList<>();
      for (int i = 0; i < sideBySide; i++) {
        miners.add(
            new SpaceMiner(
                Kernels.best(), kept, new FixedQuantiles(0.9), within, memory.compact()));
      }
      double seconds = 0;
      for (int pass = 0; pass < 2; pass++) {
        long start = System.nanoTime();
        side.forEach(
            sideBySide,
            () ->
                i -> {
                  for (int number = i; number < vectors.size(); number += sideBySide) {
                    miners
                        .get(i)
                        .batches(new MiningUnit(0, number), vectors.get(number), List.of());
                  }
                });
        // The first pass warms up.
        seconds = (System.nanoTime() - start) / 1e9;
      }
      return seconds / vectors.size() * rows / size;
    }
  }

  private static EmbeddingStore store(Path folder, int rows) {
    if (Files.exists(folder.resolve(StoreManifest.FILE_NAME))) {
      return EmbeddingStore.open(folder);
    }
    StoreOptions options =
        new StoreOptions(
            StoreLayout.ARROW,
            VectorType.FLOAT32,
            DIMENSION,
            100_000,
            false,
            false,
            Provenance.of("benchmark", 0, Map.of("rows", rows), List.of()));
    try (StoreWriter writer = StoreWriter.open(folder, options, true)) {
      for (int from = 0; from < rows; from += GENERATED_AT_ONCE) {
        int count = Math.min(GENERATED_AT_ONCE, rows - from);
        SpaceVectors part = ClusteredVectors.generate(count, DIMENSION, from);
        for (int row = 0; row < count; row++) {
          int at = row * DIMENSION;
          writer.append(
              "key-" + (from + row),
              Optional.empty(),
              Optional.empty(),
              part.image(),
              at,
              part.text(),
              at);
        }
      }
      writer.finish();
    }
    return EmbeddingStore.open(folder);
  }
}
