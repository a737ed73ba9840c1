// SPDX-License-Identifier: Apache-2.0
package dev.falcon.spark.internal;

import java.io.Serializable;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.spark.api.java.function.FlatMapFunction;
import org.apache.spark.api.java.function.PairFlatMapFunction;
import scala.Tuple2;

/**
 * Finds rows whose key an earlier row has. Rows are partitioned by the digests of their keys, so
 * that equal keys are in the same partition.
 *
 * <p>Memory: 32 bytes per row of a partition.
 */
final class RepeatedKeys {
  private static final int ENTRY_BYTES = CheckShard.DIGEST_BYTES + Long.BYTES;

  private RepeatedKeys() {}

  /**
   * The rows of a partition whose keys are repeated.
   *
   * @param rows the rows, ascending
   * @param firsts for each row, the first row with the same key
   */
  record Repeated(long[] rows, long[] firsts) implements Serializable {}

  /**
   * Returns the repeated rows of all partitions, ascending, each with the first row with its key.
   */
  static Repeated merged(List<Repeated> partitions) {
    int count = partitions.stream().mapToInt(each -> each.rows().length).sum();
    long[] rows = new long[count];
    long[] firsts = new long[count];
    int[] next = new int[partitions.size()];
    PriorityQueue<Integer> heads =
        new PriorityQueue<>(
            Comparator.comparingLong(each -> partitions.get(each).rows()[next[each]]));
    for (int each = 0; each < next.length; each++) {
      if (partitions.get(each).rows().length > 0) {
        heads.add(each);
      }
    }
    for (int at = 0; at < count; at++) {
      int each = heads.remove();
      Repeated from = partitions.get(each);
      rows[at] = from.rows()[next[each]];
      firsts[at] = from.firsts()[next[each]++];
      if (next[each] < from.rows().length) {
        heads.add(each);
      }
    }
    return new Repeated(rows, firsts);
  }

  /** Sends every digest, with its row, to the partition of the digest. */
  record Send(int partitions) implements PairFlatMapFunction<ShardFinding, Integer, byte[]> {
    @Override
    public Iterator<Tuple2<Integer, byte[]>> call(ShardFinding finding) {
      ByteBuffer digests = ByteBuffer.wrap(finding.keys());
      int rows = finding.keys().length / CheckShard.DIGEST_BYTES;
      int[] counts = new int[partitions];
      for (int row = 0; row < rows; row++) {
        counts[partition(digests, row)]++;
      }
      ByteBuffer[] sent = new ByteBuffer[partitions];
      Arrays.setAll(sent, p -> ByteBuffer.allocate(counts[p] * ENTRY_BYTES));
      for (int row = 0; row < rows; row++) {
        sent[partition(digests, row)]
            .put(digests.slice(row * CheckShard.DIGEST_BYTES, CheckShard.DIGEST_BYTES))
            .putLong(finding.firstRow() + row);
      }
      List<Tuple2<Integer, byte[]>> pairs = new ArrayList<>();
      for (int p = 0; p < partitions; p++) {
        pairs.add(new Tuple2<>(p, sent[p].array()));
      }
      return pairs.iterator();
    }

    private int partition(ByteBuffer digests, int row) {
      return Integer.remainderUnsigned(digests.getInt(row * CheckShard.DIGEST_BYTES), partitions);
    }
  }

  /** Finds the rows of a partition whose digest an earlier row has. */
  record Find() implements FlatMapFunction<Iterator<Tuple2<Integer, byte[]>>, Repeated> {
    @Override
    public Iterator<Repeated> call(Iterator<Tuple2<Integer, byte[]>> sent) {
      List<ByteBuffer> all = new ArrayList<>();
      int rows = 0;
      while (sent.hasNext()) {
        ByteBuffer entries = ByteBuffer.wrap(sent.next()._2());
        all.add(entries);
        rows += entries.remaining() / ENTRY_BYTES;
      }
      long[] heads = new long[rows];
      int at = 0;
      for (ByteBuffer entries : all) {
        for (int entry = 0; entry < entries.capacity(); entry += ENTRY_BYTES) {
          heads[at++] = entries.getLong(entry);
        }
      }
      Arrays.sort(heads);
      return List.of(repeated(all, heads)).iterator();
    }

    /**
     * Returns the repeated rows. Only digests whose first half occurs twice are compared as a
     * whole.
     */
    private static Repeated repeated(List<ByteBuffer> all, long[] heads) {
      Map<ByteBuffer, List<Long>> rowsOf = new HashMap<>();
      for (ByteBuffer entries : all) {
        for (int entry = 0; entry < entries.capacity(); entry += ENTRY_BYTES) {
          if (isRepeated(heads, entries.getLong(entry))) {
            rowsOf
                .computeIfAbsent(
                    entries.slice(entry, CheckShard.DIGEST_BYTES), none -> new ArrayList<>())
                .add(entries.getLong(entry + CheckShard.DIGEST_BYTES));
          }
        }
      }
      SortedMap<Long, Long> firstOf = new TreeMap<>();
      for (List<Long> rows : rowsOf.values()) {
        rows.sort(null);
        rows.subList(1, rows.size()).forEach(row -> firstOf.put(row, rows.get(0)));
      }
      return new Repeated(
          firstOf.keySet().stream().mapToLong(Long::longValue).toArray(),
          firstOf.values().stream().mapToLong(Long::longValue).toArray());
    }

    private static boolean isRepeated(long[] heads, long head) {
      int found = Arrays.binarySearch(heads, head);
      return (found > 0 && heads[found - 1] == head)
          || (found + 1 < heads.length && heads[found + 1] == head);
    }
  }
}
