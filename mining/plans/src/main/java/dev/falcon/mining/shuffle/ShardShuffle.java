// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.shuffle;

import dev.falcon.data.RandomStream;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Shuffles a few shards of a store at a time: the order of all shards is random, and the rows of
 * each group of shards are permuted together. A streaming reader then reads a few shards in
 * sequence, and samples of different groups never share a search space.
 *
 * <p>Memory: 16 bytes per shard, and the permutations of a few groups.
 */
public final class ShardShuffle implements Shuffle {
  private static final int GROUPS_HELD = 8;

  private final long seed;
  private final int epoch;
  private final int together;
  private final long[] starts; // of shards in the store, and the end // [shards + 1]
  private final int[] order; // the shard at each place
  private final int[] places; // the place of each shard
  private final long[] positions; // start of each place, and the end // [shards + 1]
  private final Map<Integer, Shuffle> groups =
      new LinkedHashMap<>(GROUPS_HELD, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Integer, Shuffle> eldest) {
          return size() > GROUPS_HELD;
        }
      };

  /**
   * Creates the shuffle of one epoch.
   *
   * @param starts the rank of each shard's first usable row, and their total number // [shards + 1]
   * @param together K, the number of shards that are shuffled together, at least 1
   */
  public ShardShuffle(long[] starts, int together, long seed, int epoch) {
    this.seed = seed;
    this.epoch = epoch;
    this.together = together;
    this.starts = starts.clone();
    int shards = starts.length - 1;
    order = new int[shards];
    Arrays.setAll(order, i -> i);
    RandomStream.of(seed, "shuffle-shards", epoch).shuffle(order);
    places = new int[shards];
    positions = new long[shards + 1];
    for (int place = 0; place < shards; place++) {
      places[order[place]] = place;
      positions[place + 1] = positions[place] + starts[order[place] + 1] - starts[order[place]];
    }
  }

  /** Returns search spaces that do not span groups of shards. */
  public SpaceLayout layout(int size) {
    int count = (order.length + together - 1) / together;
    long[] groupStarts = new long[count + 1];
    for (int group = 0; group <= count; group++) {
      groupStarts[group] = positions[Math.min(order.length, group * together)];
    }
    return SpaceLayout.ofGroups(groupStarts, size);
  }

  @Override
  public long size() {
    return starts[starts.length - 1];
  }

  @Override
  public long at(long position) {
    int group = last(positions, position) / together;
    long first = positions[group * together];
    long within = first + group(group).at(position - first);
    int place = last(positions, within);
    return starts[order[place]] + within - positions[place];
  }

  @Override
  public long positionOf(long value) {
    int shard = last(starts, value);
    int place = places[shard];
    int group = place / together;
    long first = positions[group * together];
    return first + group(group).positionOf(positions[place] + value - starts[shard] - first);
  }

  /** Returns the last non-empty interval that starts at or before a value. */
  private static int last(long[] begins, long value) {
    int low = 0;
    int high = begins.length - 1;
    while (high - low > 1) {
      int middle = (low + high) >>> 1;
      if (begins[middle] <= value) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return low;
  }

  private Shuffle group(int group) {
    synchronized (groups) {
      return groups.computeIfAbsent(
          group,
          number -> {
            int end = Math.min(order.length, (number + 1) * together);
            return Shuffles.of(positions[end] - positions[number * together], seed, epoch, number);
          });
    }
  }
}
