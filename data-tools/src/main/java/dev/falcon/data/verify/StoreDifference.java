// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.verify;

import dev.falcon.data.store.EmbeddingStore;
import dev.falcon.data.store.VectorType;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The comparison of two stores whose vectors another version of a library has computed: the rows
 * must be the same, and every value of a vector of unit length must be near.
 */
final class StoreDifference {
  private static final int ROWS_AT_ONCE = 1024;

  private StoreDifference() {}

  /** Returns the greatest difference of two values that are taken for the same. */
  static double tolerance(VectorType type) {
    return type == VectorType.FLOAT16 ? 1e-3 : 1e-4;
  }

  /** Returns the first row that differs; empty if none does. */
  static Optional<String> first(Path folder, Path other) {
    EmbeddingStore is = EmbeddingStore.openAnySide(folder);
    EmbeddingStore made = EmbeddingStore.openAnySide(other);
    if (is.rows() != made.rows() || is.dimension() != made.dimension()) {
      return Optional.of(shape(is) + ", made again " + shape(made));
    }
    double tolerance = tolerance(is.vectorType());
    for (long from = 0; from < is.rows(); from += ROWS_AT_ONCE) {
      long to = Math.min(is.rows(), from + ROWS_AT_ONCE);
      float[][] vectors = read(is, from, to);
      float[][] others = read(made, from, to);
      for (int row = 0; row < to - from; row++) {
        String key = is.key(from + row);
        if (!key.equals(made.key(from + row))) {
          return Optional.of(
              "row "
                  + (from + row)
                  + " has the key "
                  + key
                  + ", made again "
                  + made.key(from + row));
        }
        for (int side = 0; side < vectors.length; side++) {
          int length = vectors[side].length / (int) (to - from);
          for (int k = row * length; k < (row + 1) * length; k++) {
            if (!(Math.abs(vectors[side][k] - others[side][k]) <= tolerance)) {
              return Optional.of(
                  "row "
                      + (from + row)
                      + ", "
                      + key
                      + ": has a value "
                      + vectors[side][k]
                      + ", made again "
                      + others[side][k]
                      + ", which is more than "
                      + tolerance
                      + " apart");
            }
          }
        }
      }
    }
    return Optional.empty();
  }

  private static String shape(EmbeddingStore store) {
    return store.rows() + " rows of " + store.dimension() + " numbers";
  }

  /** The vectors of both sides; of a side that the store does not hold, none. */
  private static float[][] read(EmbeddingStore store, long from, long to) {
    int[] rows = new int[(int) (to - from)];
    for (int x = 0; x < rows.length; x++) {
      rows[x] = (int) from + x;
    }
    float[] image = new float[store.hasImages() ? rows.length * store.imageLength() : 0];
    float[] text = new float[store.hasTexts() ? rows.length * store.dimension() : 0];
    if (store.hasImages()) {
      store.readImages(rows, 0, rows.length, image);
    }
    if (store.hasTexts()) {
      store.readTexts(rows, 0, rows.length, text);
    }
    return new float[][] {image, text};
  }
}
