// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.loss.objective;

import dev.falcon.data.RandomStream;
import dev.falcon.training.internal.framework.seam.ObjectiveTargets.LabelledPair;
import java.util.ArrayList;
import java.util.List;

/**
 * The negatives of image-text matching within a batch.
 *
 * @param texts for every image, the row of the caption it is paired with
 * @param images for every caption, the row of the image it is paired with
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record Negatives(int[] texts, int[] images) {
  /**
   * Returns the batch's own pairs, which match, then every caption with its negative image, then
   * every image with its negative caption.
   */
  public List<LabelledPair> pairs() {
    List<LabelledPair> pairs = new ArrayList<>();
    for (int row = 0; row < texts.length; row++) {
      pairs.add(new LabelledPair(row, row, true));
    }
    for (int row = 0; row < texts.length; row++) {
      pairs.add(new LabelledPair(images[row], row, false));
    }
    for (int row = 0; row < texts.length; row++) {
      pairs.add(new LabelledPair(row, texts[row], false));
    }
    return pairs;
  }

  /**
   * Returns the most similar other row, in both directions (GRIT-VLP); ties go to the lower row.
   * The similarities are image by caption [rows x rows]; captions are chosen by the first, images
   * by the second.
   */
  public static Negatives hardest(float[] forTexts, float[] forImages, int rows) {
    int[] texts = new int[rows];
    int[] images = new int[rows];
    for (int row = 0; row < rows; row++) {
      int text = -1;
      int image = -1;
      for (int other = 0; other < rows; other++) {
        if (other == row) {
          continue;
        }
        if (text < 0 || forTexts[row * rows + other] > forTexts[row * rows + text]) {
          text = other;
        }
        if (image < 0 || forImages[other * rows + row] > forImages[image * rows + row]) {
          image = other;
        }
      }
      texts[row] = text;
      images[row] = image;
    }
    return new Negatives(texts, images);
  }

  /**
   * Draws another row, with the softmax of the similarities divided by the temperature as
   * probability, in both directions (ALBEF). The similarities are image by caption [rows x rows];
   * captions are chosen by the first, images by the second.
   */
  public static Negatives drawn(
      float[] forTexts, float[] forImages, int rows, double temperature, RandomStream random) {
    int[] texts = new int[rows];
    int[] images = new int[rows];
    for (int row = 0; row < rows; row++) {
      texts[row] = draw(forTexts, row * rows, 1, row, rows, temperature, random);
      images[row] = draw(forImages, row, rows, row, rows, temperature, random);
    }
    return new Negatives(texts, images);
  }

  private static int draw(
      float[] similarities,
      int start,
      int stride,
      int self,
      int rows,
      double temperature,
      RandomStream random) {
    double highest = Double.NEGATIVE_INFINITY;
    for (int other = 0; other < rows; other++) {
      if (other != self) {
        highest = Math.max(highest, similarities[start + other * stride]);
      }
    }
    double[] cumulative = new double[rows];
    double sum = 0;
    for (int other = 0; other < rows; other++) {
      if (other != self) {
        sum += StrictMath.exp((similarities[start + other * stride] - highest) / temperature);
      }
      cumulative[other] = sum;
    }
    double point = random.nextDouble() * sum;
    int chosen = 0;
    while (chosen == self || cumulative[chosen] <= point) {
      chosen++;
    }
    return chosen;
  }
}
