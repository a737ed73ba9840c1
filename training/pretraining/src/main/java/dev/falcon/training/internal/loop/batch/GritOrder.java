// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.loop.batch;

import dev.falcon.data.FusedMultiplyAdd;
import dev.falcon.data.RandomStream;
import java.util.Arrays;

/**
 * Orders a search space as in GRIT-VLP (Byun et al., ECCV 2022, grouping): from a pair to the pair
 * whose caption is most similar to its image, from there to the pair whose image is most similar to
 * its caption, and so on alternately. The result is one chain through the whole space; ties go to
 * the lower place.
 */
final class GritOrder {
  private final float[] images;
  private final float[] texts;
  private final int rows;
  private final int width;
  private final int perImage;

  /**
   * @param images the images' unit vectors [rows * perImage x width]
   * @param texts the captions' unit vectors [rows x width]
   */
  GritOrder(float[] images, float[] texts, int rows, int width) {
    this.images = images;
    this.texts = texts;
    this.rows = rows;
    this.width = width;
    this.perImage = images.length / texts.length;
  }

  /**
   * Returns the places of all pairs, in order.
   *
   * @param random draws the first place; as in GRIT-VLP's code, it is never the last one
   */
  int[] order(RandomStream random) {
    int[] order = new int[rows];
    int[] left = new int[rows];
    Arrays.setAll(left, place -> place);
    order[0] = rows < 2 ? 0 : random.nextInt(rows - 1);
    int count = without(left, rows, order[0]);
    for (int at = 1; at < rows; at++) {
      int current = order[at - 1];
      boolean imageToText = at % 2 == 1;
      int best = left[0];
      float highest = Float.NEGATIVE_INFINITY;
      for (int i = 0; i < count; i++) {
        int other = left[i];
        float similarity = imageToText ? similarity(current, other) : similarity(other, current);
        if (similarity > highest) {
          highest = similarity;
          best = other;
        }
      }
      order[at] = best;
      count = without(left, count, best);
    }
    return order;
  }

  /** Removes a place and keeps the others in order; returns their number. */
  private static int without(int[] left, int count, int place) {
    int at = Arrays.binarySearch(left, 0, count, place);
    System.arraycopy(left, at + 1, left, at, count - at - 1);
    return count - 1;
  }

  /**
   * Returns the cosine of an image with a caption; the highest one if the image has several
   * vectors.
   */
  private float similarity(int image, int text) {
    float highest = Float.NEGATIVE_INFINITY;
    for (int vector = image * perImage; vector < (image + 1) * perImage; vector++) {
      float sum = 0;
      for (int i = 0; i < width; i++) {
        sum = FusedMultiplyAdd.of(images[vector * width + i], texts[text * width + i], sum);
      }
      highest = Math.max(highest, sum);
    }
    return highest;
  }
}
