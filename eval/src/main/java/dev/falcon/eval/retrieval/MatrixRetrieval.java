// SPDX-License-Identifier: Apache-2.0
package dev.falcon.eval.retrieval;

import dev.falcon.eval.internal.search.Ranking;
import dev.falcon.eval.metric.Recall;
import dev.falcon.eval.metric.Relevance;
import dev.falcon.eval.metric.Scores;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * Image-text retrieval from a matrix of similarities, in both directions: by similarity, and with
 * each query's first candidates reordered by a matcher's score (ALBEF, section 4.1). All metrics
 * are in percent; {@code txt_} is image-to-text (TR), {@code img_} text-to-image (IR).
 *
 * <p>By similarity, a query's rank is the number of candidates that are more similar than its best
 * own answer, so that a tie does not count against it. After re-ranking, and for metrics by the
 * truth, candidates are in a definite order: equal scores are ordered by similarity, and equal
 * similarities by the candidates' numbers. A query without an own answer among its first candidates
 * counts as missed.
 */
public final class MatrixRetrieval {
  private final Similarities similarities;
  private final int[] imageOfCaption;
  private final Optional<Relevance> truth;

  /**
   * Prepares the measures.
   *
   * @param imageOfCaption the own image of each caption // [captions]
   * @param truth all matching pairs; empty if only the own pairs are known
   */
  public MatrixRetrieval(
      Similarities similarities, int[] imageOfCaption, Optional<Relevance> truth) {
    if (imageOfCaption.length != similarities.captions()) {
      throw new IllegalArgumentException(
          imageOfCaption.length + " captions have an image; is " + similarities.captions());
    }
    this.similarities = similarities;
    this.imageOfCaption = imageOfCaption.clone();
    this.truth = truth;
  }

  /**
   * Returns the recalls by similarity, in percent: {@code txt_r1 txt_r5 txt_r10 img_r1 img_r5
   * img_r10}. With a truth, also {@code truth.txt_r1} and {@code truth.img_r1}, the share of
   * queries whose first answer is true, and {@code truth.img_mean_average_precision} over all true
   * images of each caption (0 for a caption without any).
   */
  public Scores bySimilarity() {
    Scores scores = recalls(textRecall(), imageRecall());
    return truth.isEmpty() ? scores : scores.and(againstTruth(truth.get()).in("truth"));
  }

  /**
   * Returns the recalls after re-ranking, in percent: the numbers {@code images} and {@code
   * captions} of queries, the six recalls of {@link #bySimilarity()} and, with a truth, {@code
   * truth_txt_r1} and {@code truth_img_r1}.
   *
   * @param depth the amount of re-ranking, with at least one candidate
   */
  public Scores reranked(RerankDepth depth, PairScorer scorer) {
    int[] images = spread(similarities.images(), depth.images());
    int[] captions = spread(similarities.captions(), depth.captions());
    int[][] texts = new int[images.length][];
    Arrays.setAll(texts, i -> similarities.bestCaptions(images[i], depth.candidates()));
    reorder(texts, pairs -> scorer.score(pairs.queries(images), pairs.candidates()));
    int[][] pictures = new int[captions.length][];
    Arrays.setAll(pictures, i -> similarities.bestImages(captions[i], depth.candidates()));
    reorder(pictures, pairs -> scorer.score(pairs.candidates(), pairs.queries(captions)));
    Scores scores =
        Scores.NONE
            .withCount("images", images.length)
            .withCount("captions", captions.length)
            .and(recalls(ownTexts(images, texts), ownImages(captions, pictures)));
    if (truth.isEmpty()) {
      return scores;
    }
    Relevance known = truth.get();
    return scores
        .with("truth_txt_r1", share(images.length, i -> known.matches(images[i], texts[i][0])))
        .with(
            "truth_img_r1",
            share(captions.length, i -> known.matches(pictures[i][0], captions[i])));
  }

  /** Returns the recall, by similarity, of an image's own captions. */
  public Recall textRecall() {
    float[] own = new float[similarities.images()];
    Arrays.fill(own, Float.NEGATIVE_INFINITY);
    for (int caption = 0; caption < imageOfCaption.length; caption++) {
      int home = imageOfCaption[caption];
      own[home] = Math.max(own[home], similarities.of(home, caption));
    }
    int[] ranks = new int[similarities.images()];
    for (int image = 0; image < ranks.length; image++) {
      for (int caption = 0; caption < imageOfCaption.length; caption++) {
        ranks[image] += similarities.of(image, caption) > own[image] ? 1 : 0;
      }
    }
    return new Recall(ranks);
  }

  /** Returns the recall, by similarity, of a caption's own image. */
  public Recall imageRecall() {
    int[] ranks = new int[imageOfCaption.length];
    for (int image = 0; image < similarities.images(); image++) {
      for (int caption = 0; caption < ranks.length; caption++) {
        float own = similarities.of(imageOfCaption[caption], caption);
        ranks[caption] += similarities.of(image, caption) > own ? 1 : 0;
      }
    }
    return new Recall(ranks);
  }

  private static Scores recalls(Recall texts, Recall images) {
    Map<String, Number> recalls = new LinkedHashMap<>();
    for (int k : new int[] {1, 5, 10}) {
      recalls.put("txt_r" + k, texts.at(k));
    }
    for (int k : new int[] {1, 5, 10}) {
      recalls.put("img_r" + k, images.at(k));
    }
    return new Scores(recalls);
  }

  private Scores againstTruth(Relevance known) {
    int images = similarities.images();
    int captions = similarities.captions();
    double text = share(images, i -> known.matches(i, similarities.bestCaptions(i, 1)[0]));
    int first = 0;
    double precision = 0;
    for (int caption = 0; caption < captions; caption++) {
      int[] ranked = similarities.bestImages(caption, images);
      first += known.matches(ranked[0], caption) ? 1 : 0;
      int found = 0;
      double sum = 0;
      for (int rank = 0; rank < images; rank++) {
        if (known.matches(ranked[rank], caption)) {
          sum += ++found / (rank + 1.0);
        }
      }
      precision += sum / Math.max(1, found);
    }
    return Scores.NONE
        .with("txt_r1", text)
        .with("img_r1", 100.0 * first / captions)
        .with("img_mean_average_precision", 100 * precision / captions);
  }

  private Recall ownTexts(int[] images, int[][] ranked) {
    int[] ranks = new int[images.length];
    Arrays.setAll(
        ranks, i -> firstWhere(ranked[i], caption -> imageOfCaption[caption] == images[i]));
    return new Recall(ranks);
  }

  private Recall ownImages(int[] captions, int[][] ranked) {
    int[] ranks = new int[captions.length];
    Arrays.setAll(ranks, i -> firstWhere(ranked[i], image -> image == imageOfCaption[captions[i]]));
    return new Recall(ranks);
  }

  private static int firstWhere(int[] order, IntPredicate right) {
    return IntStream.range(0, order.length)
        .filter(rank -> right.test(order[rank]))
        .findFirst()
        .orElse(Recall.MISSED);
  }

  private static double share(int queries, IntPredicate right) {
    return 100.0 * IntStream.range(0, queries).filter(right).count() / queries;
  }

  /** All pairs of a direction: the candidates of each query, query by query. */
  private record Pairs(int[][] ranked) {
    int[] queries(int[] numbers) {
      return IntStream.range(0, ranked.length)
          .flatMap(i -> IntStream.range(0, ranked[i].length).map(rank -> numbers[i]))
          .toArray();
    }

    int[] candidates() {
      return Arrays.stream(ranked).flatMapToInt(Arrays::stream).toArray();
    }
  }

  /** Orders each row by descending score; equal scores keep their order. */
  private static void reorder(int[][] ranked, Function<Pairs, float[]> scoring) {
    float[] scores = scoring.apply(new Pairs(ranked));
    int at = 0;
    for (int row = 0; row < ranked.length; row++) {
      int[] before = ranked[row];
      int[] order =
          Ranking.first(Arrays.copyOfRange(scores, at, at + before.length), before.length);
      ranked[row] = Arrays.stream(order).map(place -> before[place]).toArray();
      at += before.length;
    }
  }

  /** Returns this many numbers below {@code of}, evenly spread; all for 0. */
  private static int[] spread(int of, int count) {
    int wanted = count == 0 ? of : Math.min(of, count);
    int[] spread = new int[wanted];
    Arrays.setAll(spread, i -> (int) ((long) i * of / wanted));
    return spread;
  }
}
