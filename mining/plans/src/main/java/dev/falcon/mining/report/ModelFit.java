// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.report;

import dev.falcon.data.store.EmbeddingStore;
import java.util.Locale;
import java.util.Optional;

/**
 * A measure of how well a store's model distinguishes own pairs from others: the share of
 * comparisons, among rows evenly spaced in the store, in which an image is more similar to its own
 * caption than to another's.
 *
 * <p>Memory: 256 rows of the store.
 *
 * @param rows the number of examined rows
 * @param compared the number of compared pairs of a row and a row of another image
 * @param ownAhead the share of these pairs in which the own caption is more similar, ties counting
 *     one half, in [0, 1]; 0.5 is chance
 * @param ownSimilarity the mean cosine of an image and its own caption
 * @param otherSimilarity the mean cosine of an image and another's caption
 */
public record ModelFit(
    int rows, long compared, double ownAhead, double ownSimilarity, double otherSimilarity) {
  /** The least share with which a model is taken to know such data. */
  public static final double LEAST = 0.75;

  private static final int LOOKED_AT = 256;

  /**
   * Measures the fit of a store's model. If images have several vectors, the most similar counts.
   */
  public static ModelFit of(EmbeddingStore store) {
    int rows = (int) Math.min(LOOKED_AT, store.rows());
    int dimension = store.dimension();
    int length = store.imageLength();
    float[] images = new float[rows * length];
    float[] texts = new float[rows * dimension];
    float[] image = new float[length];
    float[] text = new float[dimension];
    long[] numbers = new long[rows];
    for (int i = 0; i < rows; i++) {
      numbers[i] = i * store.rows() / rows;
      store.readRange(numbers[i], numbers[i] + 1, image, text);
      System.arraycopy(image, 0, images, i * length, length);
      System.arraycopy(text, 0, texts, i * dimension, dimension);
    }
    double own = 0;
    double other = 0;
    double ahead = 0;
    long compared = 0;
    for (int i = 0; i < rows; i++) {
      double mine = cosine(images, i, texts, i, length, dimension);
      own += mine;
      for (int j = 0; j < rows; j++) {
        if (j == i || sameImage(store, numbers[i], numbers[j])) {
          continue;
        }
        double theirs = cosine(images, i, texts, j, length, dimension);
        other += theirs;
        ahead += mine > theirs ? 1 : mine == theirs ? 0.5 : 0;
        compared++;
      }
    }
    return new ModelFit(
        rows,
        compared,
        compared == 0 ? 1 : ahead / compared,
        rows == 0 ? 0 : own / rows,
        compared == 0 ? 0 : other / compared);
  }

  private static boolean sameImage(EmbeddingStore store, long a, long b) {
    return store.hasImageIds()
        && store.imageId(a).isPresent()
        && store.imageId(a).equals(store.imageId(b));
  }

  private static double cosine(
      float[] images, int row, float[] texts, int other, int length, int dimension) {
    double highest = Double.NEGATIVE_INFINITY;
    for (int from = row * length; from < (row + 1) * length; from += dimension) {
      double dot = 0;
      double squares = 0;
      double textSquares = 0;
      for (int k = 0; k < dimension; k++) {
        float x = images[from + k];
        float y = texts[other * dimension + k];
        dot += (double) x * y;
        squares += (double) x * x;
        textSquares += (double) y * y;
      }
      double norm = Math.sqrt(squares * textSquares);
      highest = Math.max(highest, norm == 0 ? 0 : dot / norm);
    }
    return highest;
  }

  /** Returns whether the model does not seem to know such data. */
  public boolean poor() {
    return compared > 0 && ownAhead < LEAST;
  }

  /**
   * Returns a warning; empty if the model knows the data.
   *
   * @param store the store that was measured
   */
  public Optional<String> warning(EmbeddingStore store) {
    return poor()
        ? Optional.of(
            String.format(
                Locale.ROOT,
                "an %s is more similar to its own %s than to another's in only"
                    + " %.0f %% of %,d pairs (chance: 50 %%); is the store of a model of such"
                    + " data?",
                store.hasAnchors() ? "anchor" : "image",
                store.hasAnchors() ? "text" : store.hasImagePairs() ? "positive image" : "caption",
                100 * ownAhead,
                compared))
        : Optional.empty();
  }
}
