// SPDX-License-Identifier: Apache-2.0
package dev.falcon.spark.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ShuffledVectorsTest {
  private static final int BYTES = 400;

  /** Spaces of 5,000 rows, of one, and of 700: more than is read or held at once, and less. */
  private static final int[] STARTS = {0, 5000, 5001, 5701};

  private static ByteBuffer vectors(int place) {
    ByteBuffer bytes = ByteBuffer.allocate(BYTES).order(ByteOrder.LITTLE_ENDIAN);
    new Random(place).nextBytes(bytes.array());
    return bytes;
  }

  @Test
  void rowsInAnyOrderAreReadBackSpaceBySpace() {
    List<Integer> places = new ArrayList<>(IntStream.range(0, 5701).boxed().toList());
    Collections.shuffle(places, new Random(3));
    try (ShuffledVectors arrived = new ShuffledVectors(BYTES, STARTS)) {
      places.forEach(place -> arrived.add(place, vectors(place)));
      arrived.finish();
      for (int space = 2; space >= 0; space--) {
        int first = STARTS[space];
        List<Integer> read = new ArrayList<>();
        arrived.read(
            first,
            STARTS[space + 1] - first,
            (place, bytes) -> {
              assertThat(bytes.order()).isEqualTo(ByteOrder.LITTLE_ENDIAN);
              assertThat(bytes.slice(bytes.position(), BYTES).compareTo(vectors(place))).isZero();
              read.add(place);
            });
        assertThat(read)
            .containsExactlyInAnyOrderElementsOf(
                IntStream.range(first, STARTS[space + 1]).boxed().toList());
      }
      assertThatThrownBy(() -> arrived.read(1, 4999, (place, bytes) -> {}))
          .isInstanceOf(IllegalStateException.class);
    }
  }
}
