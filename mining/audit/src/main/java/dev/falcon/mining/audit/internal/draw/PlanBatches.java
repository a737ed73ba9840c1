// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.audit.internal.draw;

import dev.falcon.data.FalconException;
import dev.falcon.data.store.EmbeddingStore;
import dev.falcon.data.table.ColumnType;
import dev.falcon.data.table.TableReader;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The batches of a plan, read in sequence; part by part if the plan is a folder.
 *
 * <p>Memory: one batch.
 */
final class PlanBatches {
  private final Path file;
  private final Items data;
  private final Optional<EmbeddingStore> store;

  /**
   * Creates a reader of the batches of a plan.
   *
   * @param file the plan, or the folder of its parts
   * @param store the store from which the plan was mined, with the same keys
   */
  public PlanBatches(Path file, Items data, Optional<EmbeddingStore> store) {
    this.file = file;
    this.data = data;
    this.store = store;
  }

  /** Reads the plan, and passes its batches to {@code each} in order. */
  public void forEach(Consumer<PlanBatch> each) {
    long unknown = 0;
    String firstUnknown = null;
    Batch batch = new Batch();
    try (TableReader table = TableReader.open(file)) {
      int epoch = table.column(ColumnType.INT32, "epoch");
      int space = table.column(ColumnType.INT32, "search_space");
      int number = table.column(ColumnType.INT32, "batch");
      int index = table.column(ColumnType.INT64, "index");
      int key = table.column(ColumnType.UTF8, "key");
      int anchor = table.column(ColumnType.INT64, "anchor_index");
      int quantile = table.column(ColumnType.FLOAT32, "quantile");
      int[] last = {-1, -1, -1};
      while (table.next()) {
        int[] now = {table.getInt(epoch), table.getInt(space), table.getInt(number)};
        if (!Arrays.equals(last, now)) {
          if (batch.size > 0 && unknown == 0) {
            each.accept(batch.whole());
          }
          batch.clear();
          last = now;
        }
        String name = table.getString(key);
        requireSameKey(file, store, table.getLong(index), name);
        int item = data.find(name);
        if (item < 0) {
          unknown++;
          firstUnknown = firstUnknown == null ? name : firstUnknown;
        }
        boolean chained = !table.isNull(anchor);
        batch.add(
            table.getLong(index),
            item,
            chained ? table.getLong(anchor) : -1,
            chained ? table.getFloat(quantile) : Float.NaN);
      }
    }
    if (unknown > 0) {
      throw new FalconException(
          String.format(
                  Locale.ROOT,
                  "%s: rows with keys that %s does not hold: %,d, the first '%s'; name the data that the",
                  file,
                  data.dataset(),
                  unknown,
                  firstUnknown)
              + " plan was made of");
    }
    if (batch.size == 0) {
      throw new FalconException(file + ": the plan has no rows");
    }
    each.accept(batch.whole());
  }

  /** A batch in progress. */
  private static final class Batch {
    private final Map<Long, Integer> itemOfIndex = new HashMap<>(); // anchors are in the same batch
    private int[] items = new int[64];
    private int[] anchors = new int[64];
    private float[] quantiles = new float[64];
    private int size;

    void clear() {
      itemOfIndex.clear();
      size = 0;
    }

    void add(long index, int item, long anchorIndex, float quantile) {
      if (size == items.length) {
        items = Arrays.copyOf(items, 2 * size);
        anchors = Arrays.copyOf(anchors, 2 * size);
        quantiles = Arrays.copyOf(quantiles, 2 * size);
      }
      itemOfIndex.put(index, item);
      items[size] = item;
      anchors[size] = anchorIndex < 0 ? -1 : itemOfIndex.getOrDefault(anchorIndex, -1);
      quantiles[size++] = quantile;
    }

    PlanBatch whole() {
      return new PlanBatch(
          Arrays.copyOf(items, size), Arrays.copyOf(anchors, size), Arrays.copyOf(quantiles, size));
    }
  }

  private static void requireSameKey(
      Path file, Optional<EmbeddingStore> store, long index, String key) {
    if (store.isPresent()
        && (index < 0 || index >= store.get().rows() || !store.get().key(index).equals(key))) {
      throw new FalconException(
          String.format(
                  Locale.ROOT,
                  "%s: says that row %d of the store is '%s', which is not so in %s; name the store that the",
                  file,
                  index,
                  key,
                  store.get().folder())
              + " plan was mined from");
    }
  }
}
