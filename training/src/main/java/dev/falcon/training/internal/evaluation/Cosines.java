package dev.falcon.training.internal.evaluation;

import dev.falcon.training.RetrievalResult;
import dev.falcon.training.internal.input.PairData;
import dev.falcon.training.internal.input.Truth;
import java.util.Arrays;

/**
 * All similarities of held-out images and captions.
 *
 * @param values [images x captions]
 */
@SuppressWarnings("ArrayRecordComponent") // a table, never compared
record Cosines(float[] values, int images, int captions) {
  float of(int image, int caption) {
    return values[image * captions + caption];
  }

  /** The captions most similar to an image, best first; ties by the lower number. */
  int[] bestCaptions(int image, int count) {
    long[] keys = new long[captions];
    for (int caption = 0; caption < captions; caption++) {
      keys[caption] = key(of(image, caption), caption);
    }
    return best(keys, count);
  }

  /** The images most similar to a caption, best first; ties by the lower number. */
  int[] bestImages(int caption, int count) {
    long[] keys = new long[images];
    for (int image = 0; image < images; image++) {
      keys[image] = key(of(image, caption), image);
    }
    return best(keys, count);
  }

  /** Sorts as the similarity falls, then as the number rises. */
  private static long key(float similarity, int number) {
    int bits = Float.floatToIntBits(similarity);
    int ascending = bits ^ (bits >> 31 & Integer.MAX_VALUE);
    return (long) ~ascending << 32 | number;
  }

  private static int[] best(long[] keys, int count) {
    Arrays.sort(keys);
    int[] best = new int[Math.min(count, keys.length)];
    Arrays.setAll(best, i -> (int) keys[i]);
    return best;
  }

  RetrievalResult result(
      PairData pairs, Truth truth, int[] imageRows, RetrievalResult.Reranked reranked) {
    Recall text = new Recall();
    Recall image = new Recall();
    float[] own = new float[images];
    Arrays.fill(own, Float.NEGATIVE_INFINITY);
    for (int caption = 0; caption < captions; caption++) {
      int home = pairs.image(caption);
      own[home] = Math.max(own[home], of(home, caption));
    }
    for (int i = 0; i < images; i++) {
      int better = 0;
      for (int caption = 0; caption < captions; caption++) {
        better += of(i, caption) > own[i] ? 1 : 0;
      }
      text.add(better);
    }
    for (int caption = 0; caption < captions; caption++) {
      float score = of(pairs.image(caption), caption);
      int better = 0;
      for (int i = 0; i < images; i++) {
        better += of(i, caption) > score ? 1 : 0;
      }
      image.add(better);
    }
    return new RetrievalResult(
        text.at1(),
        text.at5(),
        text.at10(),
        image.at1(),
        image.at5(),
        image.at10(),
        truth == null ? null : truthResult(truth, imageRows),
        reranked);
  }

  private RetrievalResult.TruthResult truthResult(Truth truth, int[] imageRows) {
    int text = 0;
    for (int i = 0; i < images; i++) {
      text += truth.matches(bestCaptions(i, 1)[0], imageRows[i]) ? 1 : 0;
    }
    int image = 0;
    double precision = 0;
    for (int caption = 0; caption < captions; caption++) {
      int[] ranked = bestImages(caption, images);
      image += truth.matches(caption, imageRows[ranked[0]]) ? 1 : 0;
      int found = 0;
      double sum = 0;
      for (int rank = 0; rank < images; rank++) {
        if (truth.matches(caption, imageRows[ranked[rank]])) {
          sum += ++found / (rank + 1.0);
        }
      }
      precision += sum / Math.max(1, found);
    }
    return new RetrievalResult.TruthResult(
        100.0 * text / images, 100.0 * image / captions, 100 * precision / captions);
  }
}
