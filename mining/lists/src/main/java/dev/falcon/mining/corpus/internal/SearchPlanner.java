// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.corpus.internal;

import dev.falcon.data.FalconException;
import dev.falcon.data.Progress;
import dev.falcon.data.file.Json;
import dev.falcon.data.file.Seals;
import dev.falcon.kernels.Parallel;
import dev.falcon.mining.corpus.CorpusRequest;
import dev.falcon.mining.corpus.SearchCost;
import dev.falcon.mining.corpus.SearchRecall;
import dev.falcon.mining.corpus.internal.cluster.Centroids;
import dev.falcon.mining.corpus.internal.cluster.ClusterFile;
import dev.falcon.mining.corpus.internal.cluster.Clustering;
import dev.falcon.mining.corpus.internal.cluster.ProbeChoice;
import dev.falcon.mining.corpus.internal.cluster.ProbeRule;
import dev.falcon.mining.corpus.internal.cluster.SphericalMeans;
import dev.falcon.mining.corpus.internal.scan.ClusterSearch;
import dev.falcon.mining.corpus.internal.scan.CorpusScan;
import dev.falcon.mining.internal.run.WorkFolder;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Plans a search with a given recall: divides the corpus into clusters, searches for some queries
 * exactly, and chooses how many clusters a query must look into. Finer divisions are tried as long
 * as the search takes longer than they do. The search stays exact where that compares hardly more
 * pairs.
 *
 * <p>The plan is kept in the work folder, where later runs and other tasks find it.
 */
public final class SearchPlanner {
  /**
   * How a corpus is searched.
   *
   * @param clusters the clusters to look into; empty for the whole corpus
   * @param recall the recall of the candidates; empty if the search was not asked for a recall
   */
  public record Plan(Optional<ClusterSearch> clusters, Optional<SearchRecall> recall) {
    /** The exact search. */
    public static final Plan EXACT = new Plan(Optional.empty(), Optional.empty());
  }

  /** The greatest number of queries that are searched exactly. */
  private static final int SAMPLE = 2_000;

  private static final String PURPOSE = "queries of a measured recall";
  private static final String CLUSTERS = "clusters.bin";
  private static final String SAMPLED = "recall-sample.parquet";
  private static final String PLAN = "recall.json";
  private static final int VERSION = 2;
  private static final int LEAST_CLUSTERS = 64;
  private static final int LEAST_ITEMS = 32; // of a cluster in the mean, to fill a kernel's tile
  private static final double PART_FOR_CLUSTERS = 0.1; // of the pairs of the exact search
  private static final double MOST_FOR_CLUSTERS = 0.5;
  private static final double PART_FOR_FINER = 0.2; // of the pairs of the search in clusters
  // A search of 45 % of the pairs of noise in 64 dimensions took 1.5 times as long as one of all.
  private static final double MOST_PAIRS = 0.25;

  private final CorpusRequest request;
  private final Exclusions exclusions;
  private final CorpusScan.Limits limits;
  private final WorkFolder work;
  private final Progress progress;
  private final Consumer<String> notes;

  /**
   * Creates a planner.
   *
   * @param request the request, with its final rules for candidates
   * @param limits the parameters of the search
   * @param work the folder that keeps the plan
   */
  public SearchPlanner(
      CorpusRequest request,
      Exclusions exclusions,
      CorpusScan.Limits limits,
      WorkFolder work,
      Progress progress,
      Consumer<String> notes) {
    this.request = request;
    this.exclusions = exclusions;
    this.limits = limits;
    this.work = work;
    this.progress = progress;
    this.notes = notes;
  }

  /**
   * A plan as it is kept.
   *
   * @param version the version of the plan's format and of the search that it plans
   * @param groups the number of groups whose clusters a query is compared with
   * @param reach the greatest distance below the mean score of the nearest centroids
   */
  private record Kept(int version, int groups, float reach, SearchRecall recall) {
    ProbeRule rule() {
      return ProbeRule.within(groups, reach);
    }

    static Kept of(ProbeRule rule, SearchRecall recall) {
      return new Kept(VERSION, rule.groups(), rule.reach(), recall);
    }
  }

  /** Returns the recall of the plan that a folder keeps; empty if it keeps none. */
  public static Optional<SearchRecall> kept(Path folder) {
    Path file = folder.resolve(PLAN);
    return Seals.isSealed(file) ? Optional.of(read(file).recall()) : Optional.empty();
  }

  private static Kept read(Path file) {
    Kept kept = Json.read(file, Kept.class);
    if (kept.version() != VERSION) {
      throw new FalconException(
          String.format(
              Locale.ROOT,
              "%s: is a plan of version %d, not %d; remove %s, and search again",
              file,
              kept.version(),
              VERSION,
              file.toAbsolutePath().getParent()));
    }
    return kept;
  }

  /** Returns the plan for a recall: that of the folder, or another, which is kept there. */
  public Plan plan(double recall) {
    Path file = work.file(PLAN);
    Path clusters = work.file(CLUSTERS);
    if (!Seals.isSealed(file)) {
      Kept made = make(recall, clusters);
      Seals.write(file, () -> Json.writeAttempt(file, made));
    }
    Kept kept = read(file);
    if (kept.recall().exactly()) {
      notes.accept("searching exactly: " + kept.recall().whyExact());
      return new Plan(Optional.empty(), Optional.of(kept.recall()));
    }
    notes.accept(described(kept.recall()));
    Clustering clustering = ClusterFile.read(clusters);
    return new Plan(
        Optional.of(new ClusterSearch(clusters, clustering, kept.rule(), kept.recall().probes())),
        Optional.of(kept.recall()));
  }

  private static String described(SearchRecall recall) {
    return String.format(
        Locale.ROOT,
        "a query looks into %.1f of %,d clusters, which compares %.2f %% of the pairs: recall %.4f"
            + " (95 %%: %.4f to %.4f) of the candidates of %,d queries",
        recall.probes(),
        recall.clusters(),
        100 * recall.pairs(),
        recall.candidates().share(),
        recall.candidates().low(),
        recall.candidates().high(),
        recall.queries());
  }

  /**
   * Returns the cost of a search.
   *
   * @param divided whether a recall is asked for; the search may still be exact
   */
  static SearchCost cost(Exclusions exclusions, CorpusScan.Limits limits, boolean divided) {
    CorpusItems corpus = exclusions.corpus();
    SearchCost exact =
        SearchCost.exact(
            exclusions.queries().count(),
            corpus.count(),
            (long) Float.BYTES * corpus.count() * corpus.perItem() * corpus.store().dimension(),
            Math.min(limits.k(), corpus.count()));
    Work planned = new Work(exact.queries(), exact.items());
    int clusters = planned.clusters();
    return !divided || planned.preparing(clusters) > MOST_FOR_CLUSTERS * planned.exact()
        ? exact
        : exact.dividing(clusters, planned.preparing(clusters));
  }

  /** Returns the reason why a search with a recall has no clusters. */
  static String tooFew(SearchCost cost) {
    return String.format(
        Locale.ROOT,
        "with %,d queries and %,d items, clusters would take as long as they save",
        cost.queries(),
        cost.items());
  }

  private Kept make(double recall, Path file) {
    SearchCost cost = cost(exclusions, limits, true);
    Work planned = new Work(cost.queries(), cost.items());
    int clusters = cost.clusters();
    if (clusters == 0) {
      return exact(recall, tooFew(cost));
    }
    notes.accept(cost.described() + "; " + cost.division());
    RecallSample sample = sample();
    Division best = division(clusters, sample, recall);
    for (int finer = planned.finest(best); finer > best.clusters(); ) {
      Division tried = division(finer, sample, recall);
      if (planned.searching(tried) < planned.searching(best)) {
        best = tried;
        finer = planned.finest(best);
      } else {
        finer /= 4; // so that one in the middle is tried
      }
    }
    if (best.chosen().share() > MOST_PAIRS) {
      return exact(
          recall,
          String.format(
              Locale.ROOT,
              "no division into clusters helps with these vectors: a recall of %s would compare"
                  + " %.0f %% of the pairs",
              recall,
              100 * best.chosen().share()));
    }
    ClusterFile.write(file, best.clustering());
    if (sample.secondsPerPair() > 0) {
      notes.accept(
          String.format(
              Locale.ROOT,
              "the search takes %s, an exact one %s, by the time of the sample",
              SearchCost.about(planned.searching(best) * sample.secondsPerPair()),
              SearchCost.about(planned.exact() * sample.secondsPerPair())));
    }
    return Kept.of(
        best.chosen().rule(),
        new SearchRecall(
            recall,
            "",
            sample.exclusions().queries().count() / 2, // the others choose the rule
            RecallSample.share(best.chosen().recall()),
            SearchRecall.Share.NONE,
            best.clusters(),
            best.chosen().probes(),
            best.chosen().share()));
  }

  /** A division of the corpus, and the rule that reaches the recall with it. */
  private record Division(Clustering clustering, ProbeChoice.Chosen chosen) {
    int clusters() {
      return clustering.centroids().count();
    }
  }

  private Division division(int clusters, RecallSample sample, double recall) {
    Clustering clustering = clustering(clusters);
    return new Division(
        clustering,
        new ProbeChoice(
                clustering, sample.exclusions().queries().read(all(sample)), sample.exact(), recall)
            .choose());
  }

  private static Kept exact(double recall, String reason) {
    return new Kept(VERSION, 1, 0, SearchRecall.exact(recall, reason));
  }

  private static int[] all(RecallSample sample) {
    int[] queries = new int[sample.exclusions().queries().count()];
    Arrays.setAll(queries, x -> x);
    return queries;
  }

  private Clustering clustering(int clusters) {
    CorpusItems corpus = exclusions.corpus();
    try (Parallel parallel = new Parallel(request.execution().threads());
        Progress.Task task = progress.begin("clustering", corpus.count(), "items")) {
      Centroids centroids =
          SphericalMeans.of(corpus, clusters, request.selection().seed(), parallel);
      return Clustering.of(corpus, centroids, exclusions.captions(), parallel, task);
    }
  }

  private static int sampled(long queries) {
    return (int) Math.min(SAMPLE, queries / 4);
  }

  /** Returns the queries by which recall is measured, with the results of an exact search. */
  RecallSample sample() {
    int count = exclusions.queries().count();
    return new RecallSample(
        request,
        limits,
        exclusions,
        SphericalMeans.strata(count, sampled(count), request.selection().seed(), PURPOSE),
        work.file(SAMPLED),
        progress);
  }

  /** The numbers of pairs that searches compare. */
  private record Work(long queries, long items) {
    double exact() {
      return (double) queries * items;
    }

    /** Returns the pairs that are compared before the search. */
    double preparing(int clusters) {
      return dividing(clusters) + (double) sampled(queries) * items;
    }

    /** Returns the pairs that the clusters take. */
    double dividing(int clusters) {
      return SphericalMeans.work(items, clusters);
    }

    /** Returns the pairs of an exact search that take as long as one in clusters. */
    double searching(Division division) {
      return division.chosen().cost() * queries;
    }

    /**
     * Returns the greatest number of clusters, doubled from those of a division, that take only a
     * part of its search, and that still hold some items each.
     */
    int finest(Division division) {
      int finest = division.clusters();
      while (2L * finest * LEAST_ITEMS <= items
          && dividing(2 * finest) < PART_FOR_FINER * searching(division)) {
        finest *= 2;
      }
      return finest;
    }

    /**
     * Returns the number of clusters to begin with: a power of two near four times the root of the
     * number of items, or less if they would take more than a tenth of the exact search.
     */
    int clusters() {
      int most = Integer.highestOneBit((int) (4 * Math.sqrt((double) items)));
      while (most > LEAST_CLUSTERS && preparing(most) > PART_FOR_CLUSTERS * exact()) {
        most /= 2;
      }
      return most;
    }
  }
}
