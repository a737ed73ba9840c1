// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.shuffle;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.BitSet;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;

/** Both shuffles are permutations with their inverses, whatever the size, seed and epoch. */
class ShufflePropertiesTest {
  @Property(tries = 200, seed = "1")
  void everyValueStandsOnceWhereItsInverseSays(
      @ForAll @IntRange(min = 1, max = 3000) int size,
      @ForAll long seed,
      @ForAll @IntRange(max = 100) int epoch) {
    for (Shuffle shuffle :
        new Shuffle[] {new HeldShuffle(size, seed, epoch), new FeistelShuffle(size, seed, epoch)}) {
      BitSet seen = new BitSet(size);
      for (long position = 0; position < size; position++) {
        long value = shuffle.at(position);
        seen.set((int) value);
        assertThat(shuffle.positionOf(value)).isEqualTo(position);
      }
      assertThat(seen.cardinality()).isEqualTo(size);
    }
  }

  @Property(seed = "1")
  void theInverseHoldsFarAboveTheRangeOfInt(
      @ForAll @LongRange(min = 1, max = 1L << 45) long size,
      @ForAll long seed,
      @ForAll @LongRange(min = 0, max = Long.MAX_VALUE) long any) {
    FeistelShuffle shuffle = new FeistelShuffle(size, seed);
    long position = any % size;
    assertThat(shuffle.at(position)).isBetween(0L, size - 1);
    assertThat(shuffle.positionOf(shuffle.at(position))).isEqualTo(position);
  }
}
