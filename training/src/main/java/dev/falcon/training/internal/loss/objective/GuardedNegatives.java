package dev.falcon.training.internal.loss.objective;

/**
 * Matching's negatives under a margin: a pair whose cosine is close to that of the caption with its
 * own image may be a match, by the batch's own vectors. Contrast keeps the batch as it is.
 *
 * @param cosines image by caption [rows x rows]
 * @param margin R: image i and caption j are suspected where d_ij = (s_ij - s_jj) / |s_jj| > -R
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record GuardedNegatives(float[] cosines, int rows, double margin) {
  /**
   * The most similar other row that is not suspected, in both directions, ties to the lower row;
   * where all others are suspected, the one with the lowest d.
   *
   * @param forTexts similarities for choosing captions, image by caption [rows x rows]
   * @param forImages similarities for choosing images, image by caption [rows x rows]
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

  /** d; infinite where the own pair's cosine is 0. */
  private double distance(int image, int text) {
    double own = cosines[text * rows + text];
    return (cosines[image * rows + text] - own) / Math.abs(own);
  }
}
