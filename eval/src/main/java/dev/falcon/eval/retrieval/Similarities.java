package dev.falcon.eval.retrieval;

import dev.falcon.eval.internal.search.Ranking;
import java.util.Arrays;

/**
 * The similarities of all images and captions of an evaluation, as any model gives them.
 *
 * @param values finite, row by row // [images x captions]
 * @param images how many images there are
 * @param captions how many captions there are
 */
@SuppressWarnings("ArrayRecordComponent") // a table, never compared
public record Similarities(float[] values, int images, int captions) {
  public Similarities {
    if (values.length != Math.multiplyExact(images, captions)) {
      throw new IllegalArgumentException(
          values.length + " similarities of " + images + " images and " + captions + " captions");
    }
  }

  /** The similarity of an image and a caption. */
  public float of(int image, int caption) {
    return values[image * captions + caption];
  }

  /** The captions most similar to an image, best first, at most all; ties by the lower number. */
  public int[] bestCaptions(int image, int count) {
    float[] row = Arrays.copyOfRange(values, image * captions, (image + 1) * captions);
    return Ranking.first(row, Math.min(count, captions));
  }

  /** The images most similar to a caption, best first, at most all; ties by the lower number. */
  public int[] bestImages(int caption, int count) {
    float[] column = new float[images];
    for (int image = 0; image < images; image++) {
      column[image] = of(image, caption);
    }
    return Ranking.first(column, Math.min(count, images));
  }
}
