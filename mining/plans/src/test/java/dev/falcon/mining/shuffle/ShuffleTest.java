// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.shuffle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.falcon.data.RandomStream;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ShuffleTest {
  private static void requirePermutation(Shuffle shuffle, int size) {
    boolean[] seen = new boolean[size];
    for (int position = 0; position < size; position++) {
      int value = (int) shuffle.at(position);
      assertThat(seen[value]).isFalse();
      seen[value] = true;
      assertThat(shuffle.positionOf(value)).isEqualTo(position);
    }
  }

  @Test
  void withoutMemoryItIsAPermutationOfAnyNumber() {
    for (int size = 1; size < 4096; size += size < 70 ? 1 : 61) {
      requirePermutation(new FeistelShuffle(size, 42, 3), size);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 17, 1000})
  void inMemoryItIsTheShuffleOfTheStream(int size) {
    int[] expected = new int[size];
    Arrays.setAll(expected, i -> i);
    RandomStream.of(42, "shuffle", 3).shuffle(expected);
    Shuffle shuffle = Shuffles.of(size, 42, 3);
    for (int position = 0; position < size; position++) {
      assertThat(shuffle.at(position)).isEqualTo(expected[position]);
    }
    requirePermutation(shuffle, size);
  }

  @Test
  void whichOneIsDecidedByTheNumberOfRows() {
    assertThat(Shuffles.of(1L << 24, 1, 0)).isInstanceOf(HeldShuffle.class);
    assertThat(Shuffles.of((1L << 24) + 1, 1, 0)).isInstanceOf(FeistelShuffle.class);
  }

  /** Plans of this size must never change. */
  @Test
  void tenBillionRowsStandWhereTheyAlwaysStood() {
    Shuffle shuffle = Shuffles.of(10_000_000_000L, 42, 0);
    long[] positions = {0, 1, 4_999_999_999L, 9_999_999_999L};
    assertThat(LongStream.of(positions).map(shuffle::at).toArray())
        .containsExactly(964703029L, 313414563L, 4167881754L, 2859497470L);
    for (long position : positions) {
      assertThat(shuffle.positionOf(shuffle.at(position))).isEqualTo(position);
    }
  }

  /** Chi-square of blocks of values in blocks of positions: 9,801 expected, deviation 140. */
  @Test
  void withoutMemoryRowsSpreadEvenly() {
    int size = 1_000_000;
    int blocks = 100;
    Shuffle shuffle = new FeistelShuffle(size, 7, 0);
    int[] cells = new int[blocks * blocks];
    for (int position = 0; position < size; position++) {
      int block = (int) (shuffle.at(position) * blocks / size);
      cells[block * blocks + (int) ((long) position * blocks / size)]++;
    }
    double expected = (double) size / cells.length;
    double chiSquare =
        Arrays.stream(cells).mapToDouble(n -> (n - expected) * (n - expected) / expected).sum();
    assertThat(chiSquare).isBetween(9_801 - 5 * 140.0, 9_801 + 5 * 140.0);
  }

  @Test
  void shardsAreShuffledAFewAtATime() {
    long[] starts = {0, 10, 10, 35, 60, 61, 80};
    ShardShuffle shuffle = new ShardShuffle(starts, 2, 5, 1);
    requirePermutation(shuffle, 80);
    SpaceLayout layout = shuffle.layout(8);
    Set<Set<Integer>> groups = new HashSet<>();
    long rows = 0;
    for (int space = 0; space < layout.count(); space++) {
      Set<Integer> shards = new HashSet<>();
      for (int i = 0; i < layout.rows(space); i++) {
        shards.add(shardOf(starts, shuffle.at(layout.start(space) + i)));
        assertThat(layout.spaceOf(layout.start(space) + i)).isEqualTo(space);
      }
      rows += layout.rows(space);
      assertThat(shards).hasSizeLessThanOrEqualTo(2);
      groups.add(shards);
    }
    assertThat(rows).isEqualTo(80);
    assertThat(groups.stream().filter(group -> group.size() == 2)).isNotEmpty();
    long[] all = LongStream.range(0, 80).map(shuffle::at).toArray();
    long[] next = LongStream.range(0, 80).map(new ShardShuffle(starts, 2, 5, 2)::at).toArray();
    assertThat(all).isNotEqualTo(next);
  }

  private static int shardOf(long[] starts, long row) {
    int shard = 0;
    while (starts[shard + 1] <= row) {
      shard++;
    }
    return shard;
  }

  @Test
  void usableRowsSkipTheRejected() {
    UsableRows usable = new UsableRows(8, List.of(0L, 3L, 4L, 7L));
    assertThat(usable.count()).isEqualTo(4);
    assertThat(LongStream.range(0, 4).map(usable::row).toArray()).containsExactly(1, 2, 5, 6);
    assertThat(LongStream.range(0, 9).map(usable::rank).toArray())
        .containsExactly(0, 0, 1, 2, 2, 2, 3, 4, 4);
  }
}
