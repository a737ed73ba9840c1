// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.corpus.internal;

import dev.falcon.data.sample.SameText;
import dev.falcon.data.store.EmbeddingStore;
import dev.falcon.data.store.StoreReport;
import dev.falcon.mining.corpus.SearchDirection;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongFunction;
import java.util.stream.IntStream;

/**
 * One side of a store as a list of items. On the side of texts, every usable row is an item. On the
 * side of images, every distinct image id is an item, and so is every row without one; where texts
 * take the place of images, every distinct text is an item. Such an item has the key of its first
 * usable row.
 *
 * <p>Memory: 4 bytes per item; for images, also 4 bytes per row, and about 100 bytes per distinct
 * image during construction.
 */
public final class CorpusItems {
  /** No item. */
  public static final int NONE = -1;

  private final EmbeddingStore store;
  private final SearchDirection.Side side;
  private final int[] rows; // of the items, ascending
  private final int[] itemOfRow; // empty if items are found by their rows

  private CorpusItems(
      EmbeddingStore store, SearchDirection.Side side, int[] rows, int[] itemOfRow) {
    this.store = store;
    this.side = side;
    this.rows = rows;
    this.itemOfRow = itemOfRow;
  }

  /** Returns the items of a store that has been checked. */
  public static CorpusItems of(
      EmbeddingStore store, SearchDirection.Side side, StoreReport report) {
    return of(
        store, side, report.rejectedRows().stream().mapToInt(row -> (int) (long) row).toArray());
  }

  /**
   * Returns the items of a store.
   *
   * @param unusable the rows that are not items, ascending
   */
  public static CorpusItems of(EmbeddingStore store, SearchDirection.Side side, int[] unusable) {
    if (side == SearchDirection.Side.IMAGE && store.hasAnchors()) {
      return distinct(store, unusable, row -> store.anchor(row).map(SameText.CASED::form));
    }
    if (side == SearchDirection.Side.IMAGE && store.hasImageIds()) {
      return byImageId(store, unusable);
    }
    return new CorpusItems(
        store, side, others(Math.toIntExact(store.rows()), unusable), new int[0]);
  }

  /**
   * Returns the images of a store with image ids, even if texts take their place.
   *
   * @param unusable the rows that are not items, ascending
   */
  static CorpusItems byImageId(EmbeddingStore store, int[] unusable) {
    return distinct(store, unusable, store::imageId);
  }

  private static CorpusItems distinct(
      EmbeddingStore store, int[] unusable, LongFunction<Optional<String>> identity) {
    int[] usable = others(Math.toIntExact(store.rows()), unusable);
    int[] itemOfRow = new int[Math.toIntExact(store.rows())];
    Arrays.fill(itemOfRow, NONE);
    int[] rows = new int[usable.length];
    int count = 0;
    Map<String, Integer> itemOf = new HashMap<>();
    for (int row : usable) {
      Optional<String> known = identity.apply(row);
      int item = count;
      if (known.isPresent()) {
        Integer earlier = itemOf.putIfAbsent(known.get(), count);
        item = earlier == null ? count : earlier;
      }
      itemOfRow[row] = item;
      if (item == count) {
        rows[count++] = row;
      }
    }
    return new CorpusItems(
        store, SearchDirection.Side.IMAGE, Arrays.copyOf(rows, count), itemOfRow);
  }

  /**
   * Returns one item for each of some rows.
   *
   * @param rows the rows, ascending
   */
  public static CorpusItems ofRows(EmbeddingStore store, SearchDirection.Side side, int[] rows) {
    return new CorpusItems(store, side, rows.clone(), new int[0]);
  }

  /** Returns a view of some of the items, numbered from 0. */
  CorpusItems only(int[] items) {
    int[] some = new int[items.length];
    Arrays.setAll(some, x -> rows[items[x]]);
    return new CorpusItems(store, side, some, new int[0]);
  }

  /** Returns the rows that are not items, ascending; must not be called on a view of some items. */
  public int[] unusable() {
    if (itemOfRow.length == 0) {
      return others(Math.toIntExact(store.rows()), rows);
    }
    return IntStream.range(0, itemOfRow.length).filter(row -> itemOfRow[row] == NONE).toArray();
  }

  /** Returns the rows that are not in {@code some}, which is ascending. */
  private static int[] others(int rows, int[] some) {
    int[] others = new int[rows - some.length];
    int count = 0;
    int next = 0;
    for (int row = 0; row < rows; row++) {
      if (next < some.length && some[next] == row) {
        next++;
      } else {
        others[count++] = row;
      }
    }
    return others;
  }

  public EmbeddingStore store() {
    return store;
  }

  public SearchDirection.Side side() {
    return side;
  }

  public int count() {
    return rows.length;
  }

  /** Returns the row of the store whose key the item has. */
  public int row(int item) {
    return rows[item];
  }

  /** Returns the item of a row of the store; {@link #NONE} for an unusable row. */
  public int ofRow(int row) {
    if (itemOfRow.length > 0) {
      return itemOfRow[row];
    }
    if (rows.length == store.rows()) {
      return row;
    }
    int found = Arrays.binarySearch(rows, row);
    return found >= 0 ? found : NONE;
  }

  public String key(int item) {
    return store.key(rows[item]);
  }

  public Optional<String> imageId(int item) {
    return store.hasImageIds() ? store.imageId(rows[item]) : Optional.empty();
  }

  /** Returns the item's text: a caption or, in the place of an image, an anchor. */
  public Optional<String> caption(int item) {
    if (side == SearchDirection.Side.IMAGE && store.hasAnchors()) {
      return store.anchor(rows[item]);
    }
    return store.hasCaptions() ? store.caption(rows[item]) : Optional.empty();
  }

  /** Returns whether the store holds texts of these items. */
  public boolean hasTexts() {
    return store.hasCaptions() || (side == SearchDirection.Side.IMAGE && store.hasAnchors());
  }

  /** Returns the number of vectors of an item. */
  public int perItem() {
    return side == SearchDirection.Side.IMAGE ? store.perImage() : 1;
  }

  /**
   * Reads the vectors of items.
   *
   * @param items the items to read
   * @return one array per vector of an item, [items x dimension] each
   */
  public float[][] read(int[] items) {
    int dimension = store.dimension();
    int perItem = perItem();
    int[] where = new int[items.length];
    Arrays.setAll(where, i -> rows[items[i]]);
    float[] vectors = new float[Math.multiplyExact(items.length * perItem, dimension)];
    if (side == SearchDirection.Side.IMAGE) {
      store.readImages(where, 0, where.length, vectors);
    } else {
      store.readTexts(where, 0, where.length, vectors);
    }
    if (perItem == 1) {
      return new float[][] {vectors};
    }
    float[][] byNumber = new float[perItem][items.length * dimension];
    for (int i = 0; i < items.length; i++) {
      for (int number = 0; number < perItem; number++) {
        System.arraycopy(
            vectors,
            (i * perItem + number) * dimension,
            byNumber[number],
            i * dimension,
            dimension);
      }
    }
    return byNumber;
  }
}
