package dev.falcon.eval.metric;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.IntPredicate;

/**
 * Recall at 1, 5 and 10 between images and their captions, each row of scores looked at once. An
 * image may have any number of captions; a query is a hit at k where at least one of its right
 * answers is among its k best. Not thread-safe.
 */
public final class RetrievalHits {
  private static final int[] DEPTHS = {1, 5, 10};

  private final Direction imageRetrieval = new Direction();
  private final Direction textRetrieval = new Direction();
  private final TieBudget.Builder margins = new TieBudget.Builder();
  private final TopK topK = new TopK();

  /**
   * Adds a caption that looks for its image.
   *
   * @param scores cosine to every image // [images], at least 10
   * @param image the caption's own image
   */
  public void addCaption(float[] scores, int image) {
    add(imageRetrieval, scores, candidate -> candidate == image);
  }

  /**
   * Adds an image that looks for its captions.
   *
   * @param scores cosine to every caption // [captions], at least 10
   * @param isOwn whether a caption belongs to the image
   */
  public void addImage(float[] scores, IntPredicate isOwn) {
    add(textRetrieval, scores, isOwn);
  }

  private void add(Direction direction, float[] scores, IntPredicate isRight) {
    for (int d = 0; d < DEPTHS.length; d++) {
      boolean hit = Arrays.stream(topK.of(scores, DEPTHS[d])).anyMatch(isRight);
      direction.hits[d] += hit ? 1 : 0;
    }
    direction.queries++;
    margins.add(margin(scores, isRight));
  }

  /** How near the best right answer is to the k-th best wrong one, for the nearest depth. */
  private static double margin(float[] scores, IntPredicate isRight) {
    BestValues wrong = new BestValues(fewestCandidates());
    float right = Float.NEGATIVE_INFINITY;
    for (int i = 0; i < scores.length; i++) {
      if (isRight.test(i)) {
        right = Math.max(right, scores[i]);
      } else {
        wrong.add(scores[i]);
      }
    }
    double margin = Double.POSITIVE_INFINITY;
    for (int depth : DEPTHS) {
      margin = Math.min(margin, Math.abs((double) right - wrong.get(depth - 1)));
    }
    return TieBudget.LOGIT_SCALE * margin;
  }

  /** The fewest candidates a query must have. */
  public static int fewestCandidates() {
    return DEPTHS[DEPTHS.length - 1];
  }

  /** How near the queries of both directions are to falling the other way. */
  public TieBudget tieBudget() {
    return margins.build();
  }

  /** Recall in both directions, and the mean of the two recalls at 1. */
  public Metrics metrics() {
    Map<String, Double> metrics = new LinkedHashMap<>();
    for (int d = 0; d < DEPTHS.length; d++) {
      metrics.put("image_retrieval_recall@" + DEPTHS[d], imageRetrieval.recall(d));
      metrics.put("text_retrieval_recall@" + DEPTHS[d], textRetrieval.recall(d));
    }
    metrics.put("mean_recall@1", 0.5 * (textRetrieval.recall(0) + imageRetrieval.recall(0)));
    return new Metrics(metrics);
  }

  private static final class Direction {
    private final int[] hits = new int[DEPTHS.length];
    private int queries;

    double recall(int depth) {
      return Metrics.floatQuotient(hits[depth], queries);
    }
  }
}
