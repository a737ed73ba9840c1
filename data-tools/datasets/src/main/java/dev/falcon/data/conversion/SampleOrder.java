// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.conversion;

import dev.falcon.data.FalconException;
import dev.falcon.data.RequestException;
import dev.falcon.data.table.ColumnType;
import dev.falcon.data.table.TableReader;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/**
 * The order of samples in an epoch of a batch plan, by their keys. Samples that the epoch does not
 * contain are left out.
 *
 * <p>Memory: about 100 bytes per distinct key, and 4 bytes per row.
 */
public final class SampleOrder {
  private final Path file;
  private final Map<String, Integer> numbers = new HashMap<>();
  private int[] rows = new int[1024]; // [size], the number of each row's key
  private int size;
  private int batchSize;

  private SampleOrder(Path file) {
    this.file = file;
  }

  /**
   * Reads a plan's keys in its order.
   *
   * @param plan a table with the columns epoch, search_space, batch and key
   * @param epoch the epoch, from 0; null for the plan's only one
   * @throws FalconException if the plan's batches differ in size, since a reader of a stream could
   *     not find the boundaries between them
   */
  public static SampleOrder read(Path plan, Integer epoch) {
    SampleOrder order = new SampleOrder(plan);
    try (TableReader table = TableReader.open(plan)) {
      int[] places = {
        table.column(ColumnType.INT32, "epoch"),
        table.column(ColumnType.INT32, "search_space"),
        table.column(ColumnType.INT32, "batch")
      };
      int key = table.column(ColumnType.UTF8, "key");
      int[] last = {};
      int inBatch = 0;
      while (table.next()) {
        int[] now = Arrays.stream(places).map(table::getInt).toArray();
        if (epoch != null && now[0] != epoch) {
          continue;
        }
        if (last.length > 0 && now[0] != last[0]) {
          throw new RequestException(plan + ": the plan has several epochs; name one epoch of it");
        }
        if (!Arrays.equals(now, last)) {
          order.endBatch(inBatch);
          inBatch = 0;
          last = now;
        }
        order.add(table.getString(key));
        inBatch++;
      }
      order.endBatch(inBatch);
    }
    if (order.size == 0) {
      throw epoch == null
          ? new FalconException(plan + ": the plan has no rows")
          : new RequestException(plan + ": the plan has no epoch " + epoch);
    }
    return order;
  }

  private void add(String key) {
    if (size == rows.length) {
      rows = Arrays.copyOf(rows, 2 * size);
    }
    rows[size++] = numbers.computeIfAbsent(key, k -> numbers.size());
  }

  private void endBatch(int samples) {
    if (samples == 0) {
      return;
    }
    if (batchSize != 0 && samples != batchSize) {
      throw new FalconException(
          String.format(
                  Locale.ROOT,
                  "%s: has batches of %d and of %d samples, which a stream cannot tell apart;",
                  file,
                  batchSize,
                  samples)
              + " mine the plan without shorter batches");
    }
    batchSize = samples;
  }

  /** Returns the plan's file. */
  public Path file() {
    return file;
  }

  /** Returns the number of samples, including repetitions. */
  public int size() {
    return size;
  }

  /** Returns the number of samples of each batch. */
  public int batchSize() {
    return batchSize;
  }

  /** Returns the number of different keys. */
  public int keys() {
    return numbers.size();
  }

  /** Returns the number of a key, from 0; -1 if the plan does not contain it. */
  public int number(String key) {
    return numbers.getOrDefault(key, -1);
  }

  /** Returns the number of the key of a row. */
  public int numberAt(int row) {
    return rows[row];
  }

  /** Returns the first key whose offset is -1, for a message. */
  String firstAbsent(long[] offsets) {
    int number = 0;
    while (offsets[number] >= 0) {
      number++;
    }
    int wanted = number;
    return numbers.entrySet().stream()
        .filter(entry -> entry.getValue() == wanted)
        .map(Map.Entry::getKey)
        .findFirst()
        .orElseThrow();
  }
}
