// SPDX-License-Identifier: Apache-2.0
package dev.falcon.eval.retrieval;

import dev.falcon.eval.internal.search.Ranking;
import java.util.Arrays;

/**
 * The similarities of all images and captions of an evaluation, by any model.
 *
 * @param values the similarities, finite, row by row // [images x captions]
 * @param images the number of images
 * @param captions the number of captions
 */
@SuppressWarnings("ArrayRecordComponent") // a table, never compared
public record Similarities(float[] values, int images, int captions) {
  public Similarities {
    if (values.length != Math.multiplyExact(images, captions)) {
      throw new IllegalArgumentException(
          values.length + " similarities of " + images + " images and " + captions + " captions");
    }
  }

  /** Returns the similarity of an image and a caption. */
  public float of(int image, int caption) {
    return values[image * captions + caption];
  }

  /**
   * Returns the captions most similar to an image, the best first, at most all; of equally similar
   * ones the lower number comes first.
   */
  public int[] bestCaptions(int image, int count) {
    float[] row = Arrays.copyOfRange(values, image * captions, (image + 1) * captions);
    return Ranking.first(row, Math.min(count, captions));
  }

  /**
   * Returns the images most similar to a caption, the best first, at most all; of equally similar
   * ones the lower number comes first.
   */
  public int[] bestImages(int caption, int count) {
    float[] column = new float[images];
    for (int image = 0; image < images; image++) {
      column[image] = of(image, caption);
    }
    return Ranking.first(column, Math.min(count, images));
  }
}
