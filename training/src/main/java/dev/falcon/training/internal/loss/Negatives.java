package dev.falcon.training.internal.loss;

import dev.falcon.data.RandomStream;

/**
 * The negatives of image-text matching within a batch.
 *
 * @param texts for every image, the row of the caption it is paired with
 * @param images for every caption, the row of the image it is paired with
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record Negatives(int[] texts, int[] images) {
  /**
   * The most similar other row, in both directions (GRIT-VLP); ties go to the lower row.
   *
   * @param similarities image by caption [rows x rows]
   */
  public static Negatives hardest(float[] similarities, int rows) {
    int[] texts = new int[rows];
    int[] images = new int[rows];
    for (int row = 0; row < rows; row++) {
      int text = -1;
      int image = -1;
      for (int other = 0; other < rows; other++) {
        if (other == row) {
          continue;
        }
        if (text < 0 || similarities[row * rows + other] > similarities[row * rows + text]) {
          text = other;
        }
        if (image < 0 || similarities[other * rows + row] > similarities[image * rows + row]) {
          image = other;
        }
      }
      texts[row] = text;
      images[row] = image;
    }
    return new Negatives(texts, images);
  }

  /**
   * Another row drawn with the softmax of the similarities over the temperature as its probability,
   * in both directions (ALBEF).
   */
  public static Negatives drawn(
      float[] similarities, int rows, double temperature, RandomStream random) {
    int[] texts = new int[rows];
    int[] images = new int[rows];
    for (int row = 0; row < rows; row++) {
      texts[row] = draw(similarities, row * rows, 1, row, rows, temperature, random);
      images[row] = draw(similarities, row, rows, row, rows, temperature, random);
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
