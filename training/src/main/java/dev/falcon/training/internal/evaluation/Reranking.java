package dev.falcon.training.internal.evaluation;

import dev.falcon.training.RetrievalResult;
import dev.falcon.training.internal.input.PairData;
import dev.falcon.training.internal.input.Truth;
import java.util.Arrays;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/** Orders each query's first candidates anew by the matching logit. */
@SuppressWarnings("ArrayRecordComponent") // never compared
record Reranking(PairData pairs, Truth truth, int[] imageRows, Cosines cosines, PairScorer scorer) {

  RetrievalResult.Reranked measure(Retrieval.Depth depth) {
    int[] images = spread(cosines.images(), depth.images());
    int[] captions = spread(cosines.captions(), depth.captions());
    Recall text = new Recall();
    int trueTexts = 0;
    int[][] ranked = new int[images.length][];
    for (int i = 0; i < images.length; i++) {
      ranked[i] = cosines.bestCaptions(images[i], depth.candidates());
    }
    float[] scores = scoreAll(images, ranked, true);
    for (int i = 0; i < images.length; i++) {
      int[] order = reorder(ranked[i], scores, i * ranked[i].length);
      int image = images[i];
      text.add(firstWhere(order, caption -> pairs.image(caption) == image));
      trueTexts += truth != null && truth.matches(order[0], imageRows[image]) ? 1 : 0;
    }
    Recall image = new Recall();
    int trueImages = 0;
    int[][] rankedImages = new int[captions.length][];
    for (int i = 0; i < captions.length; i++) {
      rankedImages[i] = cosines.bestImages(captions[i], depth.candidates());
    }
    float[] imageScores = scoreAll(captions, rankedImages, false);
    for (int i = 0; i < captions.length; i++) {
      int[] order = reorder(rankedImages[i], imageScores, i * rankedImages[i].length);
      int home = pairs.image(captions[i]);
      image.add(firstWhere(order, candidate -> candidate == home));
      trueImages += truth != null && truth.matches(captions[i], imageRows[order[0]]) ? 1 : 0;
    }
    return new RetrievalResult.Reranked(
        images.length,
        captions.length,
        text.at1(),
        text.at5(),
        text.at10(),
        image.at1(),
        image.at5(),
        image.at10(),
        truth == null ? null : 100.0 * trueTexts / images.length,
        truth == null ? null : 100.0 * trueImages / captions.length);
  }

  private float[] scoreAll(int[] queries, int[][] ranked, boolean queriesAreImages) {
    int[] query = new int[queries.length * ranked[0].length];
    int[] candidate = new int[query.length];
    for (int i = 0, at = 0; i < queries.length; i++) {
      for (int other : ranked[i]) {
        query[at] = queries[i];
        candidate[at++] = other;
      }
    }
    return queriesAreImages ? scorer.score(query, candidate) : scorer.score(candidate, query);
  }

  private static int[] reorder(int[] candidates, float[] scores, int offset) {
    return IntStream.range(0, candidates.length)
        .boxed()
        .sorted((a, b) -> Float.compare(scores[offset + b], scores[offset + a]))
        .mapToInt(i -> candidates[i])
        .toArray();
  }

  private static int firstWhere(int[] order, IntPredicate right) {
    for (int rank = 0; rank < order.length; rank++) {
      if (right.test(order[rank])) {
        return rank;
      }
    }
    return Integer.MAX_VALUE;
  }

  /** So many numbers below {@code of}, evenly spread; all for 0. */
  private static int[] spread(int of, int count) {
    int wanted = count == 0 ? of : Math.min(of, count);
    int[] spread = new int[wanted];
    Arrays.setAll(spread, i -> (int) ((long) i * of / wanted));
    return spread;
  }
}
