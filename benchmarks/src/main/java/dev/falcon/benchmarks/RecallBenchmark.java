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
 * exact search of the first {@code queries} queries, as long as all would take at that rate; the
 * clusters and the sample; the search of all queries in the clusters. Beside it {@code
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
    search(exclusions, limits, execution, Optional.empty(), Math.min(some, 768)); // compiles
    double exact =
        search(exclusions, limits, execution, Optional.empty(), some) * all / (double) some;
    Path work = Files.createDirectories(Path.of(settings.text("work"))); // its disk is asked
    SearchPlanner.Plan[] plan = new SearchPlanner.Plan[1];
    double preparing =
        seconds(
            () ->
                plan[0] =
                    new ListRun(request, prepared, WorkFolder.shared(work), all)
                        .planned(Progress.NONE, System.out::println)
                        .plan());
    double searching = search(exclusions, limits, execution, plan[0].clusters(), all);
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

  private static double search(
      Exclusions exclusions,
      CorpusScan.Limits limits,
      Execution execution,
      Optional<ClusterSearch> clusters,
      int queries) {
    try (CorpusScan scan =
        new CorpusScan(
            exclusions,
            limits,
            execution.threads(),
            execution.memoryBudget(),
            Optional.empty(),
            clusters)) {
      int part = CorpusScan.partQueries(exclusions.queries(), exclusions.corpus());
      return seconds(
          () -> {
            for (int first = 0; first < queries; first += part) {
              int end = Math.min(queries, first + part);
              scan.part(first, end, Progress.NONE.begin("", 0, ""), found -> {});
            }
          });
    }
  }

  private static double seconds(Runnable work) {
    OperatingSystemMXBean system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    long begin = system.getProcessCpuTime();
    work.run();
    return (system.getProcessCpuTime() - begin) / 1e9;
  }
}
