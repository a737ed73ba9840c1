// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.loss.mafa;

import java.util.Arrays;

/**
 * The most similar other row for every row of a batch, and the second most similar, in both
 * directions. Ties go to the lower row.
 *
 * @param images for every caption, the row of its most similar other image
 * @param secondImages for every caption, the row of the second most similar one; -1 in a batch of
 *     two pairs
 * @param captions for every image, the row of its most similar other caption
 * @param secondCaptions for every image, the row of the second most similar one; -1 in a batch of
 *     two pairs
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record Hardest(int[] images, int[] secondImages, int[] captions, int[] secondCaptions) {

  /**
   * Finds the hardest rows by the learner's similarities.
   *
   * @param similarities the similarities of images with captions [rows x rows]
   */
  public static Hardest of(float[] similarities, int rows) {
    int[] images = new int[rows];
    int[] secondImages = new int[rows];
    int[] captions = new int[rows];
    int[] secondCaptions = new int[rows];
    for (int row = 0; row < rows; row++) {
      int[] ofCaption = firstTwo(similarities, row, row, rows, rows);
      images[row] = ofCaption[0];
      secondImages[row] = ofCaption[1];
      int[] ofImage = firstTwo(similarities, row, row * rows, 1, rows);
      captions[row] = ofImage[0];
      secondCaptions[row] = ofImage[1];
    }
    return new Hardest(images, secondImages, captions, secondCaptions);
  }

  private static int[] firstTwo(float[] values, int self, int start, int stride, int rows) {
    int first = -1;
    int second = -1;
    for (int other = 0; other < rows; other++) {
      if (other == self) {
        continue;
      }
      float value = values[start + other * stride];
      if (first < 0 || value > values[start + first * stride]) {
        second = first;
        first = other;
      } else if (second < 0 || value > values[start + second * stride]) {
        second = other;
      }
    }
    return new int[] {first, second};
  }

  int rows() {
    return images.length;
  }

  /**
   * Returns the images of the pairs to judge: every caption's hardest image, then every image
   * itself.
   */
  public int[] judgedImages() {
    return joined(images, own());
  }

  /**
   * Returns the captions of the pairs to judge: every caption itself, then every image's hardest.
   */
  public int[] judgedCaptions() {
    return joined(own(), captions);
  }

  private int[] own() {
    int[] own = new int[rows()];
    Arrays.setAll(own, row -> row);
    return own;
  }

  private static int[] joined(int[] first, int[] second) {
    int[] both = Arrays.copyOf(first, first.length + second.length);
    System.arraycopy(second, 0, both, first.length, second.length);
    return both;
  }
}
