package dev.falcon.mining.audit.internal.plan;

import dev.falcon.data.FalconException;
import dev.falcon.data.store.EmbeddingStore;
import dev.falcon.data.table.TableReader;
import dev.falcon.data.table.schema.ColumnType;
import dev.falcon.mining.audit.internal.data.Items;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The batches of a plan, in its order.
 *
 * <p>Memory: 12 bytes a row of the plan, all epochs.
 */
public final class PlanBatches {
  private int[] items = new int[1024];
  private int[] anchors = new int[1024];
  private float[] quantiles = new float[1024];
  private int rows;
  private int[] starts = new int[64];
  private int batches;

  private PlanBatches() {}

  /**
   * Reads a plan.
   *
   * @param store the store that it was made of; its keys must be the plan's
   */
  public static PlanBatches read(Path file, Items data, Optional<EmbeddingStore> store) {
    PlanBatches plan = new PlanBatches();
    Map<Long, Integer> itemOfIndex = new HashMap<>(); // of the batch; an anchor is one of its own
    long[] unknown = new long[1];
    String firstUnknown = null;
    try (TableReader table = TableReader.open(file)) {
      int epoch = table.column(ColumnType.INT32, "epoch");
      int space = table.column(ColumnType.INT32, "search_space");
      int batch = table.column(ColumnType.INT32, "batch");
      int index = table.column(ColumnType.INT64, "index");
      int key = table.column(ColumnType.UTF8, "key");
      int anchor = table.column(ColumnType.INT64, "anchor_index");
      int quantile = table.column(ColumnType.FLOAT32, "quantile");
      int[] last = {-1, -1, -1};
      while (table.next()) {
        int[] now = {table.getInt(epoch), table.getInt(space), table.getInt(batch)};
        if (!Arrays.equals(last, now)) {
          plan.beginBatch();
          itemOfIndex.clear();
          last = now;
        }
        String name = table.getString(key);
        requireSameKey(file, store, table.getLong(index), name);
        int item = data.find(name);
        if (item < 0) {
          unknown[0]++;
          firstUnknown = firstUnknown == null ? name : firstUnknown;
        }
        itemOfIndex.put(table.getLong(index), item);
        boolean chained = !table.isNull(anchor);
        plan.add(
            item,
            chained ? itemOfIndex.getOrDefault(table.getLong(anchor), -1) : -1,
            chained ? table.getFloat(quantile) : Float.NaN);
      }
    }
    if (unknown[0] > 0) {
      throw new FalconException(
          "%s: %,d rows have keys that %s does not hold, the first '%s'; name the data that the"
                  .formatted(file, unknown[0], data.dataset(), firstUnknown)
              + " plan was made of");
    }
    if (plan.rows == 0) {
      throw new FalconException(file + ": the plan has no rows");
    }
    return plan;
  }

  private static void requireSameKey(
      Path file, Optional<EmbeddingStore> store, long index, String key) {
    if (store.isPresent()
        && (index < 0 || index >= store.get().rows() || !store.get().key(index).equals(key))) {
      throw new FalconException(
          "%s: says that row %d of the store is '%s', which is not so in %s; name the store that the"
                  .formatted(file, index, key, store.get().folder())
              + " plan was mined from");
    }
  }

  private void beginBatch() {
    if (batches == starts.length) {
      starts = Arrays.copyOf(starts, 2 * batches);
    }
    starts[batches++] = rows;
  }

  private void add(int item, int anchor, float quantile) {
    if (rows == items.length) {
      items = Arrays.copyOf(items, 2 * rows);
      anchors = Arrays.copyOf(anchors, 2 * rows);
      quantiles = Arrays.copyOf(quantiles, 2 * rows);
    }
    items[rows] = item;
    anchors[rows] = anchor;
    quantiles[rows++] = quantile;
  }

  /** How many rows there are. */
  public int rows() {
    return rows;
  }

  /** The item of a row. */
  public int item(int row) {
    return items[row];
  }

  /** The item that chose the row's; -1 where none did. */
  public int anchor(int row) {
    return anchors[row];
  }

  /** The quantile that was asked; NaN where none was. */
  public float quantile(int row) {
    return quantiles[row];
  }

  public int batches() {
    return batches;
  }

  /** The first row of a batch; of the one after the last, how many rows there are. */
  public int start(int batch) {
    return batch == batches ? rows : starts[batch];
  }

  /** How many rows a batch has. */
  public int size(int batch) {
    return start(batch + 1) - start(batch);
  }

  /** The batch that holds the row. */
  public int batchOf(int row) {
    int found = Arrays.binarySearch(starts, 0, batches, row);
    return found >= 0 ? found : -found - 2;
  }
}
