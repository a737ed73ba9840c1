// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.corpus.internal;

import dev.falcon.data.RandomStream;
import dev.falcon.mining.corpus.ExclusionReason;
import dev.falcon.mining.corpus.Judging;
import dev.falcon.mining.corpus.ListFilters;
import dev.falcon.mining.corpus.ListSelection;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Chooses lists from the candidates of a search by the judge, the filters by score, the range of
 * ranks and the selection. The result depends only on the search's result.
 *
 * @param depth the maximum number of candidates of a search; {@link Integer#MAX_VALUE} if the
 *     filters were part of it
 * @param witness the second witness
 * @param judge a judge's scores
 * @param uses the uses of its scores
 */
record ListChoice(
    CorpusItems queries,
    CorpusItems corpus,
    ListFilters filters,
    ListSelection selection,
    int depth,
    Optional<WitnessPartners> witness,
    Optional<JudgeScores> judge,
    Set<Judging.Use> uses) {
  private static final String PURPOSE = "negatives";

  private record Candidate(int item, float cosine, float judged, int rank) {}

  /** Returns the lists of a query: one, or one per positive. */
  List<ChosenNegatives> of(QueryCandidates found, ExclusionCounts reasons) {
    float[] judgedPositives = judged(found.query(), found.positives());
    List<Candidate> candidates = candidates(found, reasons);
    if (found.positive() != CorpusItems.NONE) {
      int at = Arrays.binarySearch(found.positives(), found.positive());
      return List.of(list(found, candidates, judgedPositives, at, at + 1, reasons));
    }
    if (!filters.each() || found.positives().length == 0) {
      return List.of(
          list(found, candidates, judgedPositives, 0, found.positives().length, reasons));
    }
    List<ChosenNegatives> lists = new ArrayList<>();
    for (int at = 0; at < found.positives().length; at++) {
      lists.add(list(found, candidates, judgedPositives, at, at + 1, reasons));
    }
    return lists;
  }

  private List<Candidate> candidates(QueryCandidates found, ExclusionCounts reasons) {
    List<Candidate> candidates = new ArrayList<>(found.items().length);
    float[] judged = judged(found.query(), found.items());
    boolean[] suspected =
        witness.map(partners -> partners.suspects(found)).orElse(new boolean[judged.length]);
    for (int x = 0; x < found.items().length; x++) {
      if (suspected[x]) {
        reasons.add(ExclusionReason.WITNESS, 1);
      } else if (judge.isPresent() && Float.isNaN(judged[x])) {
        reasons.add(ExclusionReason.UNJUDGED, 1);
      } else {
        candidates.add(
            new Candidate(
                found.items()[x], found.scores()[x], judged[x], (int) (found.nearer() + x)));
      }
    }
    return candidates;
  }

  private float[] judged(int query, int[] items) {
    float[] judged = new float[items.length];
    Arrays.fill(judged, Float.NaN);
    judge.ifPresent(
        scores -> {
          for (int x = 0; x < items.length; x++) {
            judged[x] = scores.of(query, items[x]);
          }
        });
    return judged;
  }

  private float value(Candidate candidate) {
    return uses.contains(Judging.Use.FILTER) ? candidate.judged() : candidate.cosine();
  }

  private float order(Candidate candidate) {
    return uses.contains(Judging.Use.RANK) ? candidate.judged() : candidate.cosine();
  }

  /**
   * Returns one list.
   *
   * @param from the index of its first positive
   * @param to the end of its positives, exclusive
   */
  private ChosenNegatives list(
      QueryCandidates found,
      List<Candidate> candidates,
      float[] judgedPositives,
      int from,
      int to,
      ExclusionCounts reasons) {
    float[] own = uses.contains(Judging.Use.FILTER) ? judgedPositives : found.positiveScores();
    float bound = bound(Arrays.copyOfRange(own, from, to));
    List<Candidate> left = new ArrayList<>(candidates.size());
    for (Candidate candidate : candidates) {
      float value = value(candidate);
      if (value > bound) {
        reasons.add(ExclusionReason.MARGIN, 1);
      } else if (value > filters.maxScore()) {
        reasons.add(ExclusionReason.MAX_SCORE, 1);
      } else if (value < filters.minScore()) {
        reasons.add(ExclusionReason.MIN_SCORE, 1);
      } else {
        left.add(candidate);
      }
    }
    Comparator<Candidate> nearest =
        Comparator.comparing((Candidate c) -> -order(c)).thenComparingInt(Candidate::item);
    left.sort(nearest);
    int end = Math.min(left.size(), selection.window(depth));
    List<Candidate> window =
        new ArrayList<>(left.subList(Math.min(selection.rangeMin(), end), end));
    if (selection.sampling() == ListSelection.Sampling.RANDOM) {
      long query = queries.row(found.query());
      window.sort(
          Comparator.comparingLong((Candidate c) -> draw(query, c.item()))
              .thenComparingInt(Candidate::item));
      window = new ArrayList<>(window.subList(0, Math.min(window.size(), selection.count())));
      window.sort(nearest);
    }
    window = window.subList(0, Math.min(window.size(), selection.count()));
    int[] items = new int[window.size()];
    float[] cosines = new float[items.length];
    float[] judged = new float[items.length];
    int[] ranks = new int[items.length];
    for (int x = 0; x < items.length; x++) {
      items[x] = window.get(x).item();
      cosines[x] = window.get(x).cosine();
      judged[x] = window.get(x).judged();
      ranks[x] = window.get(x).rank();
    }
    return new ChosenNegatives(
        Arrays.copyOfRange(found.positives(), from, to),
        Arrays.copyOfRange(found.positiveScores(), from, to),
        Arrays.copyOfRange(judgedPositives, from, to),
        items,
        cosines,
        judged,
        ranks,
        bound);
  }

  /** Returns the margin's bound; a positive without a judge's score sets no bound. */
  private float bound(float[] own) {
    float least = Float.POSITIVE_INFINITY;
    float most = Float.NEGATIVE_INFINITY;
    for (float score : own) {
      if (!Float.isNaN(score)) {
        least = Math.min(least, score);
        most = Math.max(most, score);
      }
    }
    return most == Float.NEGATIVE_INFINITY ? Float.POSITIVE_INFINITY : filters.bound(least, most);
  }

  /**
   * Returns a random number for an item. It depends only on its arguments and the seed, so that a
   * larger number of negatives extends a smaller one.
   */
  private long draw(long query, int item) {
    return RandomStream.of(selection.seed(), PURPOSE, query, corpus.row(item)).nextLong() >>> 1;
  }
}
