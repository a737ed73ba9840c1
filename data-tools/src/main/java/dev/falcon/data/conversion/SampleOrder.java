package dev.falcon.data.conversion;

import dev.falcon.data.FalconException;
import dev.falcon.data.RequestException;
import dev.falcon.data.table.TableReader;
import dev.falcon.data.table.schema.ColumnType;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * The order of samples that an epoch of a batch plan asks for, by their keys. A sample that the
 * epoch does not name is left out.
 *
 * <p>Memory: about 100 bytes a distinct key, and 4 bytes a row.
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
   * @param epoch the epoch to take, from 0; null for the plan's only one
   * @throws FalconException if the plan's batches are not all of one size, for then no reader of a
   *     stream could tell where one ends
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
          throw new RequestException(plan + ": the plan has several epochs; name one by --epoch");
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
          "%s: has batches of %d and of %d samples, which a stream cannot tell apart; mine it with"
                  .formatted(file, batchSize, samples)
              + " --remainder drop");
    }
    batchSize = samples;
  }

  /** The plan's file. */
  public Path file() {
    return file;
  }

  /** How many samples are asked for, repetitions among them. */
  public int size() {
    return size;
  }

  /** How many samples each batch has. */
  public int batchSize() {
    return batchSize;
  }

  /** How many different keys there are. */
  public int keys() {
    return numbers.size();
  }

  /** The number of a key, from 0; -1 where the plan does not name it. */
  public int number(String key) {
    return numbers.getOrDefault(key, -1);
  }

  /** The number of the key of a row. */
  public int numberAt(int row) {
    return rows[row];
  }

  /** A key whose number is not among those given, for a message. */
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
