// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.store;

import dev.falcon.data.FalconException;
import dev.falcon.data.store.internal.OpenShard;
import dev.falcon.data.store.internal.VectorColumn;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.util.Arrays;
import java.util.Optional;

/**
 * Reads rows in any order, in the order of the file, and compares them with the sums that a check
 * has left, if any.
 *
 * @param byPosition whether to read the files instead of their maps
 */
record RowGather(StoredRows store, boolean byPosition, Optional<RowSums> sums) {
  static final int INDEX_BITS = 24;

  /** Packs a row's number and its index among the rows that are read into one long. */
  static long ordered(long row, int index) {
    return row << INDEX_BITS | index;
  }

  private static int offset(long ordered, int length) {
    return Math.multiplyExact((int) (ordered & ((1 << INDEX_BITS) - 1)), length);
  }

  /**
   * Reads the vectors of rows, L2-normalised.
   *
   * @param order rows and their indices as packed by {@link #ordered}; sorted in place
   */
  void read(long[] order, float[] image, float[] text) {
    Arrays.sort(order);
    if (byPosition) {
      readByPosition(order, image, text);
      return;
    }
    short[] scratch = new short[store.imageLength()];
    Taken taken = new Taken(image, text);
    for (long each : order) {
      long row = each >> INDEX_BITS;
      int imageOffset = offset(each, store.imageLength());
      int textOffset = offset(each, store.dimension());
      OpenShard shard = store.shard(row);
      shard.vectors().image().read(row - shard.firstRow(), image, imageOffset, scratch);
      shard.vectors().text().read(row - shard.firstRow(), text, textOffset, scratch);
      taken.take(row, imageOffset, textOffset);
    }
  }

  /**
   * Like {@code read}, but reads the files instead of their maps.
   *
   * @param order as for {@code read}, ascending
   */
  void readByPosition(long[] order, float[] image, float[] text) {
    Taken taken = new Taken(image, text);
    int at = 0;
    while (at < order.length) {
      OpenShard shard = store.shard(order[at] >> INDEX_BITS);
      long end = shard.firstRow() + shard.rows();
      try (FileChannel images = FileChannel.open(shard.vectors().image().path());
          FileChannel texts = FileChannel.open(shard.vectors().text().path())) {
        for (; at < order.length && order[at] >> INDEX_BITS < end; at++) {
          long row = order[at] >> INDEX_BITS;
          int imageOffset = offset(order[at], store.imageLength());
          int textOffset = offset(order[at], store.dimension());
          shard.vectors().image().read(images, row - shard.firstRow(), image, imageOffset);
          shard.vectors().text().read(texts, row - shard.firstRow(), text, textOffset);
          taken.take(row, imageOffset, textOffset);
        }
      } catch (IOException e) {
        throw new FalconException(shard.files().get(0) + ": cannot be read: " + e.getMessage(), e);
      }
    }
  }

  /** Takes rows as stored, compares them with their checksums, and normalises them. */
  private final class Taken {
    private final float[] image;
    private final float[] text;
    private final Optional<RowSums.Comparison> comparison =
        sums.map(left -> left.new Comparison(store));

    Taken(float[] image, float[] text) {
      this.image = image;
      this.text = text;
    }

    void take(long row, int imageOffset, int textOffset) {
      comparison.ifPresent(known -> known.require(row, image, imageOffset, text, textOffset));
      store.normaliseImage(image, imageOffset);
      Vectors.normalise(text, textOffset, store.dimension());
    }
  }

  /**
   * Reads only the vectors of one side, L2-normalised.
   *
   * @param images true to read the image vectors, false to read the text vectors
   */
  void readSide(long[] order, boolean images, float[] target) {
    Arrays.sort(order);
    int dimension = store.dimension();
    int length = images ? store.imageLength() : dimension;
    short[] scratch = new short[length];
    int at = 0;
    while (at < order.length) {
      OpenShard shard = store.shard(order[at] >> INDEX_BITS);
      long end = shard.firstRow() + shard.rows();
      VectorColumn column = images ? shard.vectors().image() : shard.vectors().text();
      try (FileChannel file = byPosition ? FileChannel.open(column.path()) : null) {
        for (; at < order.length && order[at] >> INDEX_BITS < end; at++) {
          long row = (order[at] >> INDEX_BITS) - shard.firstRow();
          int offset = offset(order[at], length);
          if (file == null) {
            column.read(row, target, offset, scratch);
          } else {
            column.read(file, row, target, offset);
          }
          for (int x = offset; x < offset + length; x += dimension) {
            Vectors.normalise(target, x, dimension);
          }
        }
      } catch (IOException e) {
        throw new FalconException(column.path() + ": cannot be read: " + e.getMessage(), e);
      }
    }
  }
}
