// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.datacheck;

import dev.falcon.data.Progress;
import dev.falcon.data.store.DuplicateKeys;
import dev.falcon.data.store.EmbeddingStore;
import dev.falcon.data.store.RepeatedImages;
import dev.falcon.data.store.Vectors;
import dev.falcon.mining.corpus.SearchDirection;
import dev.falcon.mining.corpus.internal.CorpusItems;
import java.util.Arrays;
import java.util.regex.Pattern;

/**
 * The images of a store that have different vectors. Rows of the same image are one: it is known by
 * its id; without one, by the key without the caption's number, or by the same vector. Different
 * images with the same vector, such as pictures that stand for missing ones, are one item.
 *
 * <p>Memory: 12 bytes per image, and up to 72 per row during construction.
 *
 * @param items the images; of those with the same vector, the first
 * @param copies the number of images with the vector of each item, at least 1
 * @param twins the row of the second image with the vector of each item; {@link #NONE} if there is
 *     none
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record DistinctImages(CorpusItems items, int[] copies, int[] twins) {
  /** No row. */
  static final int NONE = -1;

  /** The number of a caption at the end of a key. */
  static final Pattern CAPTION_NUMBER = Pattern.compile("#[0-9]+$");

  private static final int BLOCK_COMPONENTS = 1 << 18;
  private static final long UNNAMED = 0x5DEECE66DL; // separates images without an id from others

  static DistinctImages of(EmbeddingStore store, Progress progress) {
    int rows = Math.toIntExact(store.rows());
    int dimension = store.dimension();
    int block = Math.max(1, BLOCK_COMPONENTS / dimension);
    float[] images = new float[block * dimension];
    float[] texts = new float[block * dimension];
    Numbered seen = new Numbered();
    int[] first = new int[rows];
    int[] copies = new int[rows];
    int[] twins = new int[rows];
    int count = 0;
    try (Progress.Task task = progress.begin("reading images", rows, "rows")) {
      for (int from = 0; from < rows; from += block) {
        int to = Math.min(rows, from + block);
        store.readRange(from, to, images, texts);
        for (int row = from; row < to; row++) {
          int at = (row - from) * dimension;
          if (!hasDirection(images, at, dimension) || !hasDirection(texts, at, dimension)) {
            continue;
          }
          boolean named = store.hasImageIds() && store.imageId(row).isPresent();
          String image = named ? "id " + store.imageId(row).get() : "key " + stem(store.key(row));
          long vector = RepeatedImages.hash(images, at, dimension);
          boolean known = seen.add(DuplicateKeys.hash(image), count) != Numbered.NEW;
          if (!named) {
            known |= seen.add(vector ^ UNNAMED, count) != Numbered.NEW;
          }
          if (known) {
            continue;
          }
          int same = store.hasImageIds() ? seen.add(vector, count) : Numbered.NEW;
          if (same == Numbered.NEW) {
            copies[count] = 1;
            twins[count] = NONE;
            first[count++] = row;
          } else {
            twins[same] = twins[same] == NONE ? row : twins[same];
            copies[same]++;
          }
        }
        task.advance(to - from);
      }
    }
    return new DistinctImages(
        CorpusItems.ofRows(store, SearchDirection.Side.IMAGE, Arrays.copyOf(first, count)),
        Arrays.copyOf(copies, count),
        Arrays.copyOf(twins, count));
  }

  private static boolean hasDirection(float[] values, int at, int dimension) {
    return Vectors.hasDirection(Vectors.squaredNorm(values, at, dimension));
  }

  /** Returns a key without the caption's number. */
  static String stem(String key) {
    return CAPTION_NUMBER.matcher(key).replaceFirst("");
  }
}
