// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.verify;

import dev.falcon.data.store.EmbeddingStore;
import dev.falcon.data.store.VectorType;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.IntStream;

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
    if (!shape(is).equals(shape(made))) {
      return Optional.of(shape(is) + ", made again " + shape(made));
    }
    double tolerance = tolerance(is.vectorType());
    for (long from = 0; from < is.rows(); from += ROWS_AT_ONCE) {
      int count = (int) Math.min(is.rows() - from, ROWS_AT_ONCE);
      float[][] vectors = read(is, from, count);
      float[][] others = read(made, from, count);
      for (int row = 0; row < count; row++) {
        String name = "row " + (from + row) + ", " + is.key(from + row) + ": ";
        String names = names(is, from + row);
        if (!names.equals(names(made, from + row))) {
          return Optional.of(name + "is " + names + ", made again " + names(made, from + row));
        }
        for (int side = 0; side < vectors.length; side++) {
          int length = vectors[side].length / count;
          for (int k = row * length; k < (row + 1) * length; k++) {
            if (!(Math.abs(vectors[side][k] - others[side][k]) <= tolerance)) {
              return Optional.of(
                  name
                      + "has a value "
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

  /** The rows, and the length of both sides of a row; that of a side that is not held is 0. */
  private static String shape(EmbeddingStore store) {
    return store.rows()
        + " rows of "
        + (store.hasImages() ? store.imageLength() : 0)
        + " and "
        + (store.hasTexts() ? store.dimension() : 0)
        + " numbers";
  }

  /** The key, the image's id and the caption of a row. */
  private static String names(EmbeddingStore store, long row) {
    return "'"
        + store.key(row)
        + "' of image '"
        + store.imageId(row).orElse("")
        + "' with '"
        + store.caption(row).orElse("")
        + "'";
  }

  /** The vectors of both sides; of a side that the store does not hold, none. */
  private static float[][] read(EmbeddingStore store, long from, int count) {
    int[] rows = IntStream.range(0, count).map(x -> (int) from + x).toArray();
    float[] image = new float[store.hasImages() ? count * store.imageLength() : 0];
    float[] text = new float[store.hasTexts() ? count * store.dimension() : 0];
    if (store.hasImages()) {
      store.readImages(rows, 0, count, image);
    }
    if (store.hasTexts()) {
      store.readTexts(rows, 0, count, text);
    }
    return new float[][] {image, text};
  }
}
