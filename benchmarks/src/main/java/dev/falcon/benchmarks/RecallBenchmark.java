// SPDX-License-Identifier: Apache-2.0
package dev.falcon.benchmarks;

import com.sun.management.OperatingSystemMXBean;
import dev.falcon.benchmarks.material.Settings;
import dev.falcon.data.Progress;
import dev.falcon.data.file.Folders;
import dev.falcon.data.store.EmbeddingStore;
import dev.falcon.kernels.Kernels;
import dev.falcon.mining.corpus.CorpusRequest;
import dev.falcon.mining.corpus.ListFilters;
import dev.falcon.mining.corpus.ListSelection;
import dev.falcon.mining.corpus.SearchDirection;
import dev.falcon.mining.corpus.internal.Exclusions;
import dev.falcon.mining.corpus.internal.ListRun;
import dev.falcon.mining.corpus.internal.PreparedRequest;
import dev.falcon.mining.corpus.internal.SearchPlanner;
import dev.falcon.mining.corpus.internal.scan.ClusterSearch;
import dev.falcon.mining.corpus.internal.scan.CorpusScan;
import dev.falcon.mining.internal.run.WorkFolder;
import dev.falcon.mining.request.MiningRequest.Execution;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Set;

/**
 * A search with a measured recall beside the exact search, on one thread in processor time: the
 * clusters and the sample; the search of all queries in the clusters, part by part; and, between
 * the parts, the exact search of {@code queries} queries, as long as all would take at that rate.
 * So both meet the same machine, whose speed changes with what else it does. Beside it {@code
 * recall_benchmark.py}, FAISS's inverted lists on the same vectors.
 */
public final class RecallBenchmark {
  private RecallBenchmark() {}

  /** Prints the seconds, and how many times the exact search takes the time of the other. */
  public static void main(String[] arguments) throws IOException {
    Settings settings =
        new Settings(
                "store=store",
                "direction=text-text",
                "recall=0.95",
                "k=100",
                "queries=4096",
                "memory=8192",
                "work=recall-benchmark.work")
            .with(arguments);
    System.out.printf(
        Locale.ROOT, "Java %s, %s, %s%n", Runtime.version(), Kernels.best().describe(), settings);
    EmbeddingStore store = EmbeddingStore.openAnySide(Path.of(settings.text("store")));
    double recall = Double.parseDouble(settings.text("recall"));
    int k = settings.number("k");
    Execution execution = new Execution(1, settings.number("memory") * (1L << 20));
    CorpusRequest request =
        new CorpusRequest(
            new CorpusRequest.Sides(store, store, SearchDirection.of(settings.text("direction"))),
            new CorpusRequest.Known(Optional.empty(), Optional.empty(), Set.of()),
            new CorpusRequest.Search(
                OptionalInt.of(k),
                OptionalDouble.of(recall),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty()),
            ListFilters.NONE,
            ListSelection.top(Math.min(4, k)),
            execution,
            true);
    PreparedRequest prepared = PreparedRequest.of(request, Progress.NONE, System.out::println);
    Exclusions exclusions = prepared.exclusions();
    int all = exclusions.queries().count();
    int some = Math.min(all, settings.number("queries"));
    CorpusScan.Limits limits = new CorpusScan.Limits(ListFilters.NONE, k, true);
    double exact = 0;
    double searching = 0;
    double preparing;
    Path work = Files.createDirectories(Path.of(settings.text("work"))); // its disk is asked
    try (CorpusScan everything = scan(exclusions, limits, execution, Optional.empty())) {
      seconds(everything, 0, Math.min(some, 768)); // compiles
      SearchPlanner.Plan[] plan = new SearchPlanner.Plan[1];
      preparing =
          seconds(
              () ->
                  plan[0] =
                      new ListRun(request, prepared, WorkFolder.shared(work), all)
                          .planned(Progress.NONE, System.out::println)
                          .plan());
      try (CorpusScan near = scan(exclusions, limits, execution, plan[0].clusters())) {
        int part = CorpusScan.partQueries(exclusions.queries(), exclusions.corpus());
        int parts = (all + part - 1) / part;
        for (int p = 0; p < parts; p++) {
          searching += seconds(near, p * part, Math.min(all, (p + 1) * part));
          exact +=
              seconds(
                  everything,
                  (int) ((long) some * p / parts),
                  (int) ((long) some * (p + 1) / parts));
        }
      }
    }
    exact *= all / (double) some;
    Folders.delete(work);
    System.out.printf(
        Locale.ROOT,
        "exact %.1f s, clusters and sample %.1f s, search %.1f s: %.1f times as fast, the search"
            + " alone %.1f times, %.3f ms per query%n",
        exact,
        preparing,
        searching,
        exact / (preparing + searching),
        exact / searching,
        1000 * searching / all);
  }

  private static CorpusScan scan(
      Exclusions exclusions,
      CorpusScan.Limits limits,
      Execution execution,
      Optional<ClusterSearch> clusters) {
    return new CorpusScan(
        exclusions,
        limits,
        execution.threads(),
        execution.memoryBudget(),
        Optional.empty(),
        clusters);
  }

  private static double seconds(CorpusScan scan, int first, int end) {
    return seconds(() -> scan.part(first, end, Progress.NONE.begin("", 0, ""), found -> {}));
  }

  private static double seconds(Runnable work) {
    OperatingSystemMXBean system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    long begin = system.getProcessCpuTime();
    work.run();
    return (system.getProcessCpuTime() - begin) / 1e9;
  }
}
