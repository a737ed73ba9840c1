// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.report;

import dev.falcon.data.store.EmbeddingStore;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** Detects unusual own pairs in a store's rows, for a warning. */
public final class PositivePairs {
  private static final int LOOKED_AT = 256;
  private static final double MANY = 0.1;

  private PositivePairs() {}

  /**
   * Examines the rows of a store: the texts of a store of pairs of texts, and the vectors of some
   * rows of any other store.
   *
   * @return one line; empty if the pairs are ordinary
   */
  public static Optional<String> warning(EmbeddingStore store) {
    if (sameVectors(store)) {
      return Optional.of(
          store.folder()
              + ": both vectors of a row are the same, so that a row's own pair has S = 2, and"
              + " margins below it have no effect");
    }
    if (!store.hasAnchors()) {
      return Optional.empty();
    }
    long same = 0;
    for (long row = 0; row < store.rows(); row++) {
      same += store.anchor(row).equals(store.caption(row)) ? 1 : 0;
    }
    return same <= MANY * store.rows()
        ? Optional.empty()
        : Optional.of(
            String.format(
                Locale.ROOT,
                "%s: %,d of %,d rows have the same text as anchor and as positive",
                store.folder(),
                same,
                store.rows()));
  }

  /**
   * Returns whether the two vectors are equal in all of some rows that are evenly spaced in the
   * store.
   */
  private static boolean sameVectors(EmbeddingStore store) {
    if (store.perImage() > 1) {
      return false;
    }
    float[] image = new float[store.dimension()];
    float[] text = new float[store.dimension()];
    long looked = Math.min(LOOKED_AT, store.rows());
    for (long i = 0; i < looked; i++) {
      long row = i * store.rows() / looked;
      store.readRange(row, row + 1, image, text);
      if (!Arrays.equals(image, text)) {
        return false;
      }
    }
    return true;
  }
}
