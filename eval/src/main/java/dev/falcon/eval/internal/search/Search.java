// SPDX-License-Identifier: Apache-2.0
package dev.falcon.eval.internal.search;

import dev.falcon.eval.internal.vectors.CrossProducts;
import dev.falcon.eval.internal.vectors.DotProducts;
import dev.falcon.eval.metric.GradedRanking;
import dev.falcon.eval.metric.OwnCandidates;
import dev.falcon.eval.metric.RankingMetrics;
import dev.falcon.eval.metric.Recall;
import dev.falcon.eval.metric.Relevance;
import dev.falcon.eval.metric.Scores;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * One direction of retrieval, in which every query ranks all candidates. Both directions receive
 * each cosine once, in runs. For each query, the place of its best own candidate and the best
 * candidates for re-ranking are kept. If there is a truth, the cosines are computed again, for a
 * block of queries at a time.
 */
public final class Search implements CrossProducts.Sink {
  private static final int BLOCK = 64;

  private final float[][] queries;
  private final float[][] candidates;
  private final OwnCandidates own;
  private final Optional<AskedPairs> truth;
  private final boolean forTexts;
  private final float[] ownCosine; // of the best own candidate // [queries]
  private final int[] places; // number of more similar candidates // [queries]
  private final int[] tied; // number of others that are as similar // [queries]
  private final BestCandidates[] best; // empty without re-ranking

  private Search(Gallery gallery, Optional<AskedPairs> truth, boolean forTexts, int reranked) {
    this.truth = truth;
    this.forTexts = forTexts;
    queries = forTexts ? gallery.imageVectors() : gallery.textVectors();
    candidates = forTexts ? gallery.textVectors() : gallery.imageVectors();
    own =
        forTexts
            ? OwnCandidates.ofImages(gallery.firstCaption())
            : OwnCandidates.ofCaptions(gallery.firstCaption());
    ownCosine = new float[queries.length];
    places = new int[queries.length];
    tied = new int[queries.length];
    best = new BestCandidates[reranked == 0 ? 0 : queries.length];
    Arrays.setAll(best, query -> new BestCandidates(reranked));
    IntStream.range(0, queries.length).parallel().forEach(this::findOwn);
  }

  /**
   * Returns a search of images for their captions.
   *
   * @param truth the further pairs that match; empty if they are not known
   * @param reranked the number of each query's best candidates to keep for re-ranking; 0 for none
   */
  public static Search forTexts(Gallery gallery, Optional<AskedPairs> truth, int reranked) {
    return new Search(gallery, truth, true, reranked);
  }

  /** Returns a search of captions for their image; see {@link #forTexts}. */
  public static Search forImages(Gallery gallery, Optional<AskedPairs> truth, int reranked) {
    return new Search(gallery, truth, false, reranked);
  }

  private void findOwn(int query) {
    float most = Float.NEGATIVE_INFINITY;
    int equal = 0;
    for (int candidate = own.from()[query]; candidate < own.to()[query]; candidate++) {
      float cosine = DotProducts.of(queries[query], candidates[candidate]);
      equal = cosine > most ? 1 : equal + (cosine == most ? 1 : 0);
      most = Math.max(most, cosine);
    }
    ownCosine[query] = most;
    tied[query] = -equal;
  }

  @Override
  public void accept(int query, int first, float[] cosines, int count) {
    float mine = ownCosine[query];
    int place = 0;
    int equal = 0;
    for (int i = 0; i < count; i++) {
      place += cosines[i] > mine ? 1 : 0;
      equal += cosines[i] == mine ? 1 : 0;
    }
    places[query] += place;
    tied[query] += equal;
    if (best.length > 0) {
      best[query].offer(first, cosines, count);
    }
  }

  /** The best candidates of each query by cosine, and their cosines. */
  @SuppressWarnings("ArrayRecordComponent") // a carrier within this package
  public record Best(int[][] candidates, float[][] cosines) {}

  public Best best() {
    int[][] chosen = new int[queries.length][];
    float[][] cosines = new float[queries.length][];
    for (int query = 0; query < queries.length; query++) {
      long[] keys = best[query].sorted();
      chosen[query] = new int[keys.length];
      cosines[query] = new float[keys.length];
      for (int i = 0; i < keys.length; i++) {
        chosen[query][i] = BestCandidates.candidate(keys[i]);
        cosines[query][i] = BestCandidates.score(keys[i]);
      }
    }
    return new Best(chosen, cosines);
  }

  /**
   * Returns the number of queries for which a candidate of others is exactly as similar as the best
   * own one.
   */
  public int tiedQueries() {
    return (int) Arrays.stream(tied).filter(others -> others > 0).count();
  }

  /** Measures the order by cosine; a tie does not count against the query. */
  public RankingMetrics measure() {
    return measure(places, new int[queries.length][0]);
  }

  /**
   * Measures the order after re-ranking.
   *
   * @param reordered each query's best candidates in their final order; all other candidates count
   *     as missed
   */
  public RankingMetrics measure(int[][] reordered) {
    int[] ranks = new int[queries.length];
    for (int query = 0; query < ranks.length; query++) {
      int place = 0;
      int[] order = reordered[query];
      while (place < order.length && !own.contains(query, order[place])) {
        place++;
      }
      ranks[query] = place < order.length ? place : candidates.length;
    }
    return measure(ranks, reordered);
  }

  private RankingMetrics measure(int[] ranks, int[][] heads) {
    RankingMetrics metrics = new RankingMetrics(forTexts ? "txt" : "img", new Recall(ranks));
    forEachAnswers(
        heads,
        answers -> {
          metrics.addTruth(answers.right(), answers.total());
          metrics.addGrades(answers.firstGrades(), answers.grades());
        });
    return metrics;
  }

  /**
   * A query's answers by the truth.
   *
   * @param right whether each of the first answers is right
   * @param total the number of right answers, also of those that the gallery lacks
   * @param firstGrades the grades of the first answers
   * @param grades all grades of the query
   */
  @SuppressWarnings("ArrayRecordComponent") // a carrier, never compared
  private record Answers(boolean[] right, int total, double[] firstGrades, double[] grades) {}

  /** Returns the number of queries with a right answer, which the truth judges. */
  public int judgedQueries() {
    AskedPairs asked = truth.orElseThrow();
    return (int)
        IntStream.range(0, queries.length)
            .parallel()
            .filter(
                query ->
                    asked.outside().applyAsInt(query) > 0
                        || IntStream.range(0, candidates.length).anyMatch(c -> isTrue(query, c)))
            .count();
  }

  /** Returns the recalls of both directions, their mean, and the metrics by the truth. */
  public static Scores join(RankingMetrics texts, RankingMetrics images) {
    double mean = (texts.meanRecall() + images.meanRecall()) / 2;
    Scores recalls = texts.recalls().and(images.recalls()).and(Scores.of(Map.of("r_mean", mean)));
    return recalls.and(texts.truth()).and(images.truth());
  }

  private boolean isTrue(int query, int candidate) {
    Relevance known = truth.orElseThrow().relevance();
    return forTexts ? known.matches(query, candidate) : known.matches(candidate, query);
  }

  /** Computes the answers of all queries in their order, if there is a truth. */
  private void forEachAnswers(int[][] heads, Consumer<Answers> sink) {
    if (truth.isPresent()) {
      int dimension = Math.min(queries[0].length, candidates[0].length);
      DotProducts products = new DotProducts(candidates, dimension);
      for (int from = 0; from < queries.length; from += BLOCK) {
        Arrays.stream(answers(from, products, heads)).forEach(sink);
      }
    }
  }

  private Answers[] answers(int from, DotProducts products, int[][] heads) {
    float[][] block = Arrays.copyOfRange(queries, from, Math.min(from + BLOCK, queries.length));
    float[][] cosines = products.with(block, 1);
    Answers[] all = new Answers[block.length];
    IntStream.range(0, block.length)
        .parallel()
        .forEach(row -> all[row] = answers(from + row, cosines[row], heads[from + row]));
    return all;
  }

  private Answers answers(int query, float[] cosines, int[] head) {
    AskedPairs asked = truth.orElseThrow();
    IntPredicate isRight = candidate -> isTrue(query, candidate);
    int found = (int) IntStream.range(0, cosines.length).filter(isRight).count();
    int total = found + asked.outside().applyAsInt(query);
    Map<Integer, Double> grades = asked.grades().apply(query);
    int graded = grades.isEmpty() ? 0 : GradedRanking.CUTOFF;
    int seen = total == 0 ? graded : Math.max(total, RankingMetrics.DEEPEST);
    int[] ranked = ranked(cosines, head, Math.min(seen, cosines.length));
    boolean[] right = new boolean[ranked.length];
    for (int i = 0; i < ranked.length; i++) {
      right[i] = isRight.test(ranked[i]);
    }
    return new Answers(
        right,
        total,
        Arrays.stream(ranked).limit(graded).mapToDouble(c -> grades.getOrDefault(c, 0.0)).toArray(),
        grades.values().stream().mapToDouble(grade -> grade).toArray());
  }

  /** Returns the first candidates, of which those at the head are in their final order. */
  private static int[] ranked(float[] cosines, int[] head, int shown) {
    int[] ranked = Arrays.copyOf(head, Math.min(shown, head.length));
    if (shown > head.length) {
      for (int candidate : head) {
        cosines[candidate] = Float.NEGATIVE_INFINITY;
      }
      int[] rest = Ranking.first(cosines, shown - head.length);
      ranked = Arrays.copyOf(head, shown);
      System.arraycopy(rest, 0, ranked, head.length, rest.length);
    }
    return ranked;
  }
}
