package dev.falcon.eval.retrieval;

import dev.falcon.eval.internal.DotProducts;
import dev.falcon.eval.metric.Metrics;
import dev.falcon.eval.metric.RankingMetrics;
import java.util.Arrays;
import java.util.Map;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * One direction of retrieval: every query ranks all candidates. Scores exist for a block of queries
 * at a time, so that the memory is that of the vectors.
 */
abstract class Search {
  private static final int BLOCK = 64;

  private final String prefix;
  private final float[][] queries;
  private final DotProducts candidates;

  Search(String prefix, float[][] queries, float[][] candidates) {
    this.prefix = prefix;
    this.queries = queries;
    this.candidates = new DotProducts(candidates);
  }

  /** Images look for their captions. */
  static Search forTexts(Gallery gallery, Truth truth) {
    return new Search("txt", gallery.imageVectors(), gallery.textVectors()) {
      @Override
      boolean isOwn(int image, int caption) {
        return gallery.owner()[caption] == image;
      }

      @Override
      boolean isTrue(int image, int caption) {
        return truth.matches(image, caption);
      }
    };
  }

  /** Captions look for their image. */
  static Search forImages(Gallery gallery, Truth truth) {
    return new Search("img", gallery.textVectors(), gallery.imageVectors()) {
      @Override
      boolean isOwn(int caption, int image) {
        return gallery.owner()[caption] == image;
      }

      @Override
      boolean isTrue(int caption, int image) {
        return truth.matches(image, caption);
      }
    };
  }

  abstract boolean isOwn(int query, int candidate);

  abstract boolean isTrue(int query, int candidate);

  int queries() {
    return queries.length;
  }

  int candidates() {
    return candidates.count();
  }

  /** Each query's best candidates by cosine, and these cosines. */
  @SuppressWarnings("ArrayRecordComponent") // a carrier within this package
  record Best(int[][] candidates, float[][] cosines) {}

  Best best(int count) {
    int[][] best = new int[queries.length][];
    float[][] cosines = new float[queries.length][];
    forEachBlock(
        (query, scores) -> {
          best[query] = Ranking.first(scores, count);
          cosines[query] = new float[count];
          for (int i = 0; i < count; i++) {
            cosines[query][i] = scores[best[query][i]];
          }
        });
    return new Best(best, cosines);
  }

  /**
   * Ranks and measures.
   *
   * @param reordered each query's best candidates in their final order; behind them come the others
   *     by cosine. Null for the order by cosine alone
   * @param withTruth whether the truth is asked, too
   */
  RankingMetrics measure(int[][] reordered, boolean withTruth) {
    int[] ranks = new int[queries.length];
    boolean[][] right = new boolean[queries.length][];
    forEachBlock(
        (query, scores) -> {
          int[] head = reordered == null ? new int[0] : reordered[query];
          ranks[query] = rank(query, scores, head);
          right[query] = withTruth ? firstRight(query, scores, head) : new boolean[0];
        });
    RankingMetrics metrics = new RankingMetrics(prefix);
    for (int query = 0; query < ranks.length; query++) {
      metrics.addRank(ranks[query]);
      if (withTruth) {
        metrics.addTruth(right[query]);
      }
    }
    return metrics;
  }

  /** Both directions' recalls, their mean, and what the truth says. */
  static Metrics join(RankingMetrics texts, RankingMetrics images, boolean withTruth) {
    double mean = (texts.meanRecall() + images.meanRecall()) / 2;
    Metrics recalls =
        texts.recalls().and(images.recalls()).and(new Metrics(Map.of("r_mean", mean)));
    return withTruth ? recalls.and(texts.truth()).and(images.truth()) : recalls;
  }

  /** The place of the best own candidate; one behind the re-ordered ones counts as missed. */
  private int rank(int query, float[] scores, int[] head) {
    if (head.length > 0) {
      for (int place = 0; place < head.length; place++) {
        if (isOwn(query, head[place])) {
          return place;
        }
      }
      return scores.length;
    }
    int best = -1;
    for (int i = 0; i < scores.length; i++) {
      if (isOwn(query, i) && (best < 0 || scores[i] > scores[best])) {
        best = i;
      }
    }
    return Ranking.placeOf(best, scores);
  }

  /** Whether each of the first R answers is right, R being the number of right ones. */
  private boolean[] firstRight(int query, float[] scores, int[] head) {
    IntPredicate isRight = candidate -> isTrue(query, candidate);
    int total = (int) IntStream.range(0, scores.length).filter(isRight).count();
    int[] ranked = Arrays.copyOf(head, Math.min(total, head.length));
    if (total > head.length) {
      float[] rest = scores.clone();
      for (int candidate : head) {
        rest[candidate] = Float.NEGATIVE_INFINITY;
      }
      int[] behind = Ranking.first(rest, total - head.length);
      ranked = Arrays.copyOf(head, total);
      System.arraycopy(behind, 0, ranked, head.length, behind.length);
    }
    boolean[] right = new boolean[total];
    for (int i = 0; i < total; i++) {
      right[i] = isRight.test(ranked[i]);
    }
    return right;
  }

  /** Takes a query's scores // [candidates]. */
  private interface RowWork {
    void accept(int query, float[] scores);
  }

  private void forEachBlock(RowWork work) {
    for (int from = 0; from < queries.length; from += BLOCK) {
      int start = from;
      float[][] block = Arrays.copyOfRange(queries, from, Math.min(from + BLOCK, queries.length));
      float[][] scores = candidates.with(block, 1);
      IntStream.range(0, scores.length)
          .parallel()
          .forEach(row -> work.accept(start + row, scores[row]));
    }
  }
}
