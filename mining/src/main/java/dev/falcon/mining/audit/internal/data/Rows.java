package dev.falcon.mining.audit.internal.data;

import dev.falcon.data.FalconException;
import dev.falcon.data.store.EmbeddingStore;
import java.util.Arrays;

/** The vectors of items, out of an embedding store. */
public final class Rows {
  private final EmbeddingStore store;
  private final int[] rowOfItem;
  private final int[] itemOfRow;

  private Rows(EmbeddingStore store, int[] rowOfItem, int[] itemOfRow) {
    this.store = store;
    this.rowOfItem = rowOfItem;
    this.itemOfRow = itemOfRow;
  }

  /** Finds the row of every item by its key. */
  public static Rows of(EmbeddingStore store, Items items) {
    int[] rowOfItem = new int[items.size()];
    Arrays.fill(rowOfItem, -1);
    int[] itemOfRow = new int[Math.toIntExact(store.rows())];
    for (int row = 0; row < itemOfRow.length; row++) {
      itemOfRow[row] = items.find(store.key(row));
      if (itemOfRow[row] >= 0) {
        rowOfItem[itemOfRow[row]] = row;
      }
    }
    return new Rows(store, rowOfItem, itemOfRow);
  }

  public EmbeddingStore store() {
    return store;
  }

  /** The item of a row. */
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

  /** Whether the store has the item. */
  public boolean has(int item) {
    return rowOfItem[item] >= 0;
  }

  /**
   * The vectors of items.
   *
   * @param image receives the image vectors {@code // [items x dimension]}
   * @param text receives the text vectors {@code // [items x dimension]}
   */
  public void read(int[] items, float[] image, float[] text) {
    int[] rows = new int[items.length];
    for (int i = 0; i < rows.length; i++) {
      rows[i] = rowOfItem[items[i]];
      if (rows[i] < 0) {
        throw new FalconException(
            store.folder() + ": has no row for an audited sample; name the store of these data");
      }
    }
    store.readRows(rows, 0, rows.length, image, text);
  }

  public int dimension() {
    return store.dimension();
  }

  /** The inner product of two vectors, summed in their order. */
  public static float dot(float[] a, int atA, float[] b, int atB, int dimension) {
    float sum = 0;
    for (int i = 0; i < dimension; i++) {
      sum = Math.fma(a[atA + i], b[atB + i], sum);
    }
    return sum;
  }
}
