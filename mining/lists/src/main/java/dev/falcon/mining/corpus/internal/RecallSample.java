// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.corpus.internal;

import dev.falcon.data.Progress;
import dev.falcon.data.file.Seals;
import dev.falcon.data.statistics.ClusteredSample;
import dev.falcon.data.statistics.ClusteredSample.Question;
import dev.falcon.data.statistics.Rate;
import dev.falcon.data.table.TableWriter;
import dev.falcon.mining.corpus.CorpusRequest;
import dev.falcon.mining.corpus.SearchRecall;
import dev.falcon.mining.corpus.internal.cluster.ProbeChoice;
import dev.falcon.mining.corpus.internal.scan.ClusterSearch;
import dev.falcon.mining.corpus.internal.scan.CorpusScan;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Queries that are searched exactly, to measure what an approximate search misses.
 *
 * <p>Memory: 8 bytes per query and candidate.
 */
final class RecallSample {
  private final CorpusRequest request;
  private final CorpusScan.Limits limits;
  private final int[] queries; // ascending
  private final Exclusions exclusions;
  private final List<QueryCandidates> exact = new ArrayList<>();
  private double seconds; // 0 if an earlier run has searched

  /**
   * Searches for queries exactly, or reads the results of an earlier run.
   *
   * @param queries the queries, ascending
   * @param file the file that keeps the results
   */
  RecallSample(
      CorpusRequest request,
      CorpusScan.Limits limits,
      Exclusions whole,
      int[] queries,
      Path file,
      Progress progress) {
    this.request = request;
    this.limits = limits;
    this.queries = queries;
    this.exclusions = whole.only(queries);
    CandidateTable table = new CandidateTable(exclusions.queries(), exclusions.corpus());
    if (!Seals.isSealed(file)) {
      Seals.write(
          file,
          () -> {
            long begin = System.nanoTime();
            try (TableWriter out = table.create(file, Map.of(), "")) {
              search(Optional.empty(), progress, found -> table.append(out, found));
              out.commit();
            }
            seconds = (System.nanoTime() - begin) / 1e9;
          });
    }
    table.read(file, exact::add);
  }

  private void search(
      Optional<ClusterSearch> clusters, Progress progress, Consumer<QueryCandidates> each) {
    int count = exclusions.queries().count();
    try (CorpusScan scan =
            new CorpusScan(
                exclusions,
                limits,
                request.execution().threads(),
                request.execution().memoryBudget(),
                Optional.empty(),
                clusters);
        Progress.Task task = progress.begin("measuring recall", count, "queries")) {
      scan.part(0, count, task, each);
    }
  }

  /** Returns the seconds that a pair of a query and an item took; 0 if they are not known. */
  double secondsPerPair() {
    return seconds / exclusions.queries().count() / exclusions.corpus().count();
  }

  /** Returns the results of the exact search. */
  List<QueryCandidates> exact() {
    return exact;
  }

  /** Returns the results of the queries that measure recall, with the queries' own numbers. */
  Stream<QueryCandidates> measuring() {
    return exact.stream()
        .filter(found -> ProbeChoice.measures(found.query()))
        .map(found -> found.of(queries[found.query()]));
  }

  /** Returns the numbers of the queries, ascending. */
  int[] queries() {
    return queries;
  }

  /** Returns the queries, numbered from 0, with their exclusions. */
  Exclusions exclusions() {
    return exclusions;
  }

  /**
   * Measures the share of the negatives of exact lists that the lists of an approximate search
   * hold.
   *
   * @param choice the rules that choose the lists
   */
  SearchRecall.Share negatives(ClusterSearch clusters, ListChoice choice, Progress progress) {
    List<QueryCandidates> approximate = new ArrayList<>();
    search(Optional.of(clusters), progress, approximate::add);
    IntStream.Builder asked = IntStream.builder();
    IntStream.Builder answers = IntStream.builder();
    for (int x = 0; x < exact.size(); x++) {
      if (!ProbeChoice.measures(exact.get(x).query())) {
        continue;
      }
      List<ChosenNegatives> right = choice.of(exact.get(x), new ExclusionCounts());
      List<ChosenNegatives> found = choice.of(approximate.get(x), new ExclusionCounts());
      for (int list = 0; list < right.size(); list++) {
        int[] listed = found.get(list).items().clone();
        Arrays.sort(listed);
        for (int item : right.get(list).items()) {
          asked.add(exact.get(x).query());
          answers.add(Question.answer(Arrays.binarySearch(listed, item) >= 0));
        }
      }
    }
    int[] all = answers.build().toArray();
    return share(
        new ClusteredSample(new int[all.length], new double[] {1}, asked.build().toArray())
            .rate(IntStream.range(0, all.length).toArray(), member -> all[member]));
  }

  /** Returns a rate in the form of the summary. */
  static SearchRecall.Share share(Rate rate) {
    return rate.judged() == 0
        ? SearchRecall.Share.NONE
        : new SearchRecall.Share(
            rate.judged(), rate.share(), rate.interval().low(), rate.interval().high());
  }
}
