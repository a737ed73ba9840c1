// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.loss.objective;

/**
 * Selects matching's negatives under a margin: a pair whose cosine is close to that of the caption
 * with its own image may be a match, judged by the batch's own vectors. Contrast uses the batch
 * unchanged.
 *
 * @param cosines the cosines of images with captions [rows x rows]
 * @param margin R; image i and caption j are suspected if d_ij = (s_ij - s_jj) / |s_jj| > -R
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record GuardedNegatives(float[] cosines, int rows, double margin) {
  /**
   * Returns the most similar other row that is not suspected, in both directions, with ties to the
   * lower row; if all others are suspected, the one with the lowest d.
   *
   * @param forTexts the similarities for choosing captions, image by caption [rows x rows]
   * @param forImages the similarities for choosing images, image by caption [rows x rows]
   */
  Negatives hardest(float[] forTexts, float[] forImages) {
    int[] texts = new int[rows];
    int[] images = new int[rows];
    for (int row = 0; row < rows; row++) {
      texts[row] = -1;
      images[row] = -1;
      for (int other = 0; other < rows; other++) {
        if (other != row) {
          if (texts[row] < 0 || better(forTexts, row, other, row, texts[row])) {
            texts[row] = other;
          }
          if (images[row] < 0 || better(forImages, other, row, images[row], row)) {
            images[row] = other;
          }
        }
      }
    }
    return new Negatives(texts, images);
  }

  private boolean better(float[] by, int image, int text, int bestImage, int bestText) {
    double distance = distance(image, text);
    double best = distance(bestImage, bestText);
    boolean suspected = distance > -margin;
    if (suspected != best > -margin) {
      return !suspected;
    }
    return suspected ? distance < best : by[image * rows + text] > by[bestImage * rows + bestText];
  }

  /** Returns d; infinite if the own pair's cosine is 0. */
  private double distance(int image, int text) {
    double own = cosines[text * rows + text];
    return (cosines[image * rows + text] - own) / Math.abs(own);
  }
}
