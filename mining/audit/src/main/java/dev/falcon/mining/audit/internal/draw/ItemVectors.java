// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.audit.internal.draw;

import dev.falcon.data.FalconException;
import dev.falcon.data.store.EmbeddingStore;
import dev.falcon.mining.algorithm.SpaceVectors;
import java.util.Arrays;

/** The vectors of items, from an embedding store. */
final class ItemVectors {
  private final EmbeddingStore store;
  private final int[] rowOfItem;
  private final int[] itemOfRow;

  private ItemVectors(EmbeddingStore store, int[] rowOfItem, int[] itemOfRow) {
    this.store = store;
    this.rowOfItem = rowOfItem;
    this.itemOfRow = itemOfRow;
  }

  /** Finds the row of every item by its key. */
  public static ItemVectors of(EmbeddingStore store, Items items) {
    int[] rowOfItem = new int[items.size()];
    Arrays.fill(rowOfItem, -1);
    int[] itemOfRow = new int[Math.toIntExact(store.rows())];
    for (int row = 0; row < itemOfRow.length; row++) {
      itemOfRow[row] = items.find(store.key(row));
      if (itemOfRow[row] >= 0) {
        rowOfItem[itemOfRow[row]] = row;
      }
    }
    return new ItemVectors(store, rowOfItem, itemOfRow);
  }

  public EmbeddingStore store() {
    return store;
  }

  /** Returns the item of a row of the store. */
  public int item(int row, Items items) {
    if (itemOfRow[row] < 0) {
      throw new FalconException(
          store.folder()
              + ": row "
              + row
              + " has the key '"
              + store.key(row)
              + "', which "
              + items.dataset()
              + " does not hold; name the data that the store was made of");
    }
    return itemOfRow[row];
  }

  /** Returns whether the store has the item. */
  public boolean has(int item) {
    return rowOfItem[item] >= 0;
  }

  /**
   * Returns the vectors of items that the store {@link #has}, in the items' order.
   *
   * @param items the items to read
   */
  public SpaceVectors read(int[] items) {
    return vectors(Arrays.stream(items).map(item -> rowOfItem[item]).toArray());
  }

  /** Returns the vectors of rows of the store, in the given order. */
  public SpaceVectors vectors(int[] rows) {
    float[] image = new float[Math.multiplyExact(rows.length, store.imageLength())];
    float[] text = new float[rows.length * store.dimension()];
    store.readRows(rows, 0, rows.length, image, text);
    return new SpaceVectors(image, text, rows.length, store.dimension(), store.perImage());
  }
}
