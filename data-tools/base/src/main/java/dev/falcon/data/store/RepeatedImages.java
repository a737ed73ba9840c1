// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.store;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/**
 * Image vectors that occur, bit for bit, in several rows without an image id. They are most likely
 * one picture each, which only image ids can say.
 *
 * <p>Memory: 8 bytes per such row.
 *
 * @param vectors the number of distinct vectors that occur several times
 */
public record RepeatedImages(long vectors) {
  private static final int BLOCK_COMPONENTS = 1 << 18;
  private static final long MULTIPLIER = 0x9E3779B97F4A7C15L;

  /** Reads the image vectors of all rows without an image id. */
  public static RepeatedImages of(EmbeddingStore store) {
    int rows = Math.toIntExact(store.rows());
    int length = store.dimension() * store.perImage();
    int block = Math.max(1, BLOCK_COMPONENTS / length);
    int[] unnamed = new int[block];
    float[] vectors = new float[block * length];
    long[] hashes = new long[rows];
    int count = 0;
    int held = 0;
    for (int row = 0; row < rows; row++) {
      if (!store.hasImageIds() || store.imageId(row).isEmpty()) {
        unnamed[held++] = row;
      }
      if (held == block || (row == rows - 1 && held > 0)) {
        store.readImages(unnamed, 0, held, vectors);
        for (int i = 0; i < held; i++) {
          if (Vectors.hasDirection(Vectors.squaredNorm(vectors, i * length, length))) {
            hashes[count++] = hash(vectors, i * length, length);
          }
        }
        held = 0;
      }
    }
    Arrays.sort(hashes, 0, count);
    long repeated = 0;
    for (int x = 1; x < count; x++) {
      boolean first = x == 1 || hashes[x - 2] != hashes[x - 1];
      repeated += first && hashes[x] == hashes[x - 1] ? 1 : 0;
    }
    return new RepeatedImages(repeated);
  }

  /** Returns a hash of a vector. */
  public static long hash(float[] vectors, int offset, int length) {
    long hash = length;
    for (int k = offset; k < offset + length; k++) {
      hash = (hash ^ Float.floatToIntBits(vectors[k])) * MULTIPLIER;
      hash ^= hash >>> 32;
    }
    return hash;
  }

  /** Returns a line for the user; empty if no vector is repeated. */
  public Optional<String> note() {
    return vectors == 0
        ? Optional.empty()
        : Optional.of(
            String.format(
                Locale.ROOT,
                "warning: %,d image %s in several rows that have no image_id, as if they were"
                    + " different pictures: give image ids",
                vectors,
                vectors == 1 ? "vector occurs" : "vectors occur"));
  }
}
