// SPDX-License-Identifier: Apache-2.0
package dev.falcon.benchmarks;

import com.sun.management.OperatingSystemMXBean;
import dev.falcon.benchmarks.material.ClusteredStore;
import dev.falcon.benchmarks.material.FlatIndex;
import dev.falcon.benchmarks.material.Measured;
import dev.falcon.benchmarks.material.Settings;
import dev.falcon.data.Progress;
import dev.falcon.data.store.EmbeddingStore;
import dev.falcon.data.table.TableFormat;
import dev.falcon.kernels.CrossKernel;
import dev.falcon.kernels.Kernels;
import dev.falcon.mining.corpus.CorpusMiner;
import dev.falcon.mining.corpus.CorpusRequest;
import dev.falcon.mining.corpus.ListFilters;
import dev.falcon.mining.corpus.ListSelection;
import dev.falcon.mining.corpus.SearchDirection;
import dev.falcon.mining.corpus.internal.Exclusions;
import dev.falcon.mining.corpus.internal.PreparedRequest;
import dev.falcon.mining.corpus.internal.scan.CorpusScan;
import dev.falcon.mining.lists.ListColumns;
import dev.falcon.mining.lists.ListLayout;
import dev.falcon.mining.request.MiningRequest.Execution;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/**
 * Lists of negatives from a whole corpus, texts that ask for images, on one thread in processor
 * time. A store of {@code corpus} rows is made in {@code folder} where there is none, with {@code
 * captions} per image. Arguments are settings; {@code part} is one of
 *
 * <ul>
 *   <li>{@code scan}: the search for the first queries beside its products alone, for each {@code
 *       k}, and with {@code faiss} beside a flat index of FAISS, in alternating rounds;
 *   <li>{@code whole}: all queries, from the store to the file of lists, beside their search alone;
 *   <li>{@code from}: lists from a file of candidates, which is made first where it is missing;
 *   <li>{@code memory}: the search for the first queries within {@code memory}, in MB, and the peak
 *       of the process.
 * </ul>
 */
public final class CorpusBenchmark {
  private static final int BLOCK = CrossKernel.BLOCK;
  private static final int STRIP = 768;
  private static final int DEPTH = 100;
  private static final int LISTED = 10;

  private final Settings settings;
  private final Path folder;
  private final EmbeddingStore store;
  private final Execution execution;

  private CorpusBenchmark(Settings settings) {
    this.settings = settings;
    this.folder = Path.of(settings.text("folder"));
    this.store =
        ClusteredStore.open(
            folder.resolve("store"),
            settings.number("corpus"),
            settings.number("captions"),
            settings.number("dimension"));
    this.execution = new Execution(1, settings.number("memory") * (1L << 20));
  }

  /** Prints medians of processor time in seconds, and their ratios. */
  public static void main(String[] arguments) throws Exception {
    Settings settings =
        new Settings(
                "part=scan",
                "folder=corpus-benchmark",
                "queries=4096",
                "corpus=49152",
                "captions=1",
                "dimension=256",
                "k=10,100,200",
                "rounds=5",
                "memory=4096",
                "faiss=")
            .with(arguments);
    CorpusBenchmark benchmark = new CorpusBenchmark(settings);
    System.out.printf(
        Locale.ROOT, "Java %s, %s, %s%n", Runtime.version(), Kernels.best().describe(), settings);
    switch (settings.text("part")) {
      case "scan" -> benchmark.scan();
      case "whole" -> benchmark.whole();
      case "from" -> benchmark.from();
      case "memory" -> benchmark.memory();
      default -> throw new IllegalArgumentException("part is scan, whole, from or memory");
    }
  }

  private void scan() throws Exception {
    int queries = settings.number("queries");
    List<String> names = new ArrayList<>(List.of("tiles alone"));
    List<Measured.Work> works = new ArrayList<>();
    Tiles tiles = tiles(queries);
    works.add(() -> seconds(tiles::multiply));
    Exclusions exclusions = exclusions();
    for (String k : settings.list("k")) {
      CorpusScan scan = scan(exclusions, Integer.parseInt(k));
      names.add("scan k=" + k);
      works.add(
          () -> seconds(() -> scan.part(0, queries, Progress.NONE.begin("", 0, ""), found -> {})));
    }
    try (FlatIndex index = FlatIndex.of(settings.text("faiss"), store, queries, folder)) {
      if (index.isThere()) {
        for (String k : settings.list("k")) {
          names.add("FAISS k=" + k);
          works.add(() -> index.seconds(Integer.parseInt(k)));
        }
      }
      double[] medians =
          Measured.alternating(settings.number("rounds"), works.toArray(Measured.Work[]::new));
      for (int work = 0; work < medians.length; work++) {
        System.out.printf(
            Locale.ROOT,
            "%-12s %.3f s, %.2f of the tiles alone%n",
            names.get(work),
            medians[work],
            medians[work] / medians[0]);
      }
    }
  }

  private void whole() throws Exception {
    Exclusions exclusions = exclusions();
    int queries = exclusions.queries().count();
    double[] medians =
        Measured.alternating(
            settings.number("rounds"),
            () ->
                seconds(
                    () -> {
                      try (CorpusScan scan = scan(exclusions, DEPTH)) {
                        scan.part(0, queries, Progress.NONE.begin("", 0, ""), found -> {});
                      }
                    }),
            () -> seconds(() -> mine(request(Optional.empty(), Optional.empty()))));
    System.out.printf(
        Locale.ROOT,
        "scan k=%d %.2f s, store to file %.2f s, ratio %.2f, peak %d MB%n",
        DEPTH,
        medians[0],
        medians[1],
        medians[1] / medians[0],
        peak());
  }

  private void from() throws Exception {
    Path candidates = folder.resolve("candidates.parquet");
    if (!Files.exists(candidates)) {
      mine(request(Optional.of(candidates), Optional.empty()));
    }
    long begin = System.nanoTime();
    double processor = seconds(() -> mine(request(Optional.empty(), Optional.of(candidates))));
    System.out.printf(
        Locale.ROOT,
        "lists of %,d queries from their candidates: %.1f s of processor time, %.1f s by the clock,"
            + " peak %d MB%n",
        store.rows(),
        processor,
        Measured.secondsSince(begin),
        peak());
  }

  private void memory() throws Exception {
    int queries = settings.number("queries");
    try (CorpusScan scan = scan(exclusions(), DEPTH)) {
      double seconds =
          seconds(() -> scan.part(0, queries, Progress.NONE.begin("", 0, ""), found -> {}));
      System.out.printf(
          Locale.ROOT,
          "%,d queries, %,d items, budget %d MB: %.1f s, peak %d MB, mapped files %d MB%n",
          queries,
          store.rows(),
          settings.number("memory"),
          seconds,
          peak(),
          resident("RssFile"));
    }
  }

  private Exclusions exclusions() {
    return PreparedRequest.of(
            request(Optional.empty(), Optional.empty()), Progress.NONE, note -> {})
        .exclusions();
  }

  private CorpusScan scan(Exclusions exclusions, int k) {
    return new CorpusScan(
        exclusions,
        new CorpusScan.Limits(ListFilters.NONE, k, true),
        execution.threads(),
        execution.memoryBudget(),
        Optional.empty());
  }

  private CorpusRequest request(Optional<Path> candidates, Optional<Path> from) {
    return new CorpusRequest(
        new CorpusRequest.Sides(store, store, SearchDirection.TEXT_IMAGE),
        new CorpusRequest.Known(Optional.empty(), Optional.empty(), Set.of()),
        new CorpusRequest.Search(
            from.isPresent() ? OptionalInt.empty() : OptionalInt.of(DEPTH),
            Optional.empty(),
            Optional.empty(),
            candidates,
            from),
        ListFilters.NONE,
        ListSelection.top(LISTED),
        execution,
        true);
  }

  private void mine(CorpusRequest request) {
    ListLayout layout =
        new ListLayout(
            ListColumns.TRIPLET,
            folder.resolve("lists.parquet"),
            TableFormat.PARQUET,
            LISTED,
            false,
            false,
            false,
            Optional.empty(),
            SearchDirection.TEXT_IMAGE);
    new CorpusMiner(Progress.NONE, note -> {}).mine(request, layout);
  }

  /** Packed vectors whose products are computed in the order of the search, and dropped. */
  private record Tiles(
      CrossKernel kernel,
      CrossKernel.Packed rows,
      int queries,
      CrossKernel.Packed columns,
      int items) {
    void multiply() {
      float[] block = new float[BLOCK * BLOCK];
      int columnBlocks = (items + BLOCK - 1) / BLOCK;
      for (int strip = 0; strip < queries; strip += STRIP) {
        int end = Math.min(queries, strip + STRIP);
        for (int column = 0; column < columnBlocks; column++) {
          for (int row = strip / BLOCK; row < (end + BLOCK - 1) / BLOCK; row++) {
            kernel.product(rows, row, columns, column, block);
          }
        }
      }
    }
  }

  private Tiles tiles(int queries) {
    CrossKernel kernel = Kernels.cross();
    int dimension = store.dimension();
    int items = Math.toIntExact(store.rows());
    float[] texts = ClusteredStore.texts(store, queries);
    float[] images = ClusteredStore.images(store);
    return new Tiles(
        kernel,
        kernel.rows(texts, queries, dimension),
        queries,
        kernel.columns(images, items, dimension),
        items);
  }

  private static double seconds(Runnable work) {
    OperatingSystemMXBean system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    long begin = system.getProcessCpuTime();
    work.run();
    return (system.getProcessCpuTime() - begin) / 1e9;
  }

  /** The process' greatest resident memory so far, in MB, with what it reads of mapped files. */
  private static long peak() throws IOException {
    return resident("VmHWM");
  }

  /** A line of the process' status in MB; Linux alone has it. */
  private static long resident(String name) throws IOException {
    return Files.readAllLines(Path.of("/proc/self/status"), StandardCharsets.UTF_8).stream()
        .filter(line -> line.startsWith(name + ":"))
        .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) / 1024)
        .findFirst()
        .orElse(0);
  }
}
