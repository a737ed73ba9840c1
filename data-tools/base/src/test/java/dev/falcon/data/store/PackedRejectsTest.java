// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.falcon.data.RandomStream;
import dev.falcon.data.Reject;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Packed rows beside a list of records. */
class PackedRejectsTest {
  private static final String NO_DIRECTION = "the text vector is zero";

  @Test
  void theyAreTheRowsThatWereAdded() {
    RandomStream random = RandomStream.of(3, "packed-rejects");
    PackedRejects.Builder builder = new PackedRejects.Builder();
    List<Reject> expected = new ArrayList<>();
    List<Long> rows = new ArrayList<>();
    long row = 0;
    for (int i = 0; i < 3000; i++) {
      row += 1 + random.nextInt(5);
      // Empty keys, keys beyond one and two bytes of length, and one beyond a page.
      int length = i == 700 ? 3 << 20 : i % 100 == 0 ? 20_000 : random.nextInt(200);
      String key = "é".repeat(length / 2) + i;
      String reason = i % 3 == 0 ? "" : i % 3 == 1 ? NO_DIRECTION : "the image vector is zero";
      long first = i % 3 == 0 || i % 6 == 1 ? row / 2 : -1;
      builder.add(row, key, reason, first);
      String same = "its key is that of row " + first + " too";
      String said = reason.isEmpty() ? same : first < 0 ? reason : reason + "; " + same;
      expected.add(new Reject("file " + row % 2 + ", row " + row, key, said));
      rows.add(row);
    }
    PackedRejects packed = builder.build(number -> "file " + number % 2);
    assertThat(packed).isEqualTo(expected);
    assertThat(packed.rows()).isEqualTo(rows);
    assertThat(PackedRejects.unchanging(packed)).isSameAs(packed);
  }

  @Test
  void rowsAscend() {
    PackedRejects.Builder builder = new PackedRejects.Builder();
    builder.add(7, "a", NO_DIRECTION, -1);
    assertThatThrownBy(() -> builder.add(7, "b", NO_DIRECTION, -1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("row 7 after row 7");
  }

  @Test
  void aRowIsFoundByItsNumber() {
    KeysOfRows.Builder builder = new KeysOfRows.Builder();
    builder.add(3, "c");
    builder.add(11, "k");
    KeysOfRows keys = builder.build();
    assertThat(keys.keyOf(11)).isEqualTo("k");
    assertThat(keys.rows()).containsExactly(3, 11);
    assertThatThrownBy(() -> keys.keyOf(4)).hasMessage("row 4 is not among 2");
  }
}
