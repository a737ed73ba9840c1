// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.algorithm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.falcon.data.RandomStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CandidatesTest {
  @ParameterizedTest
  @ValueSource(ints = {1, 63, 64, 65, 500})
  void behavesLikeASortedSet(int count) {
    Candidates candidates = new Candidates(count);
    TreeSet<Integer> expected = new TreeSet<>();
    for (int i = 0; i < count; i++) {
      expected.add(i);
    }
    RandomStream random = RandomStream.of(count, "candidates");
    List<Integer> removed = new ArrayList<>();
    for (int step = 0; step < 4 * count; step++) {
      boolean restore = !removed.isEmpty() && (expected.isEmpty() || random.nextInt(3) == 0);
      if (restore) {
        int index = removed.remove(random.nextInt(removed.size()));
        candidates.restore(index);
        expected.add(index);
      } else {
        int index = candidates.nth(random.nextInt(candidates.size()));
        assertThat(expected.remove(index)).isTrue();
        candidates.withhold(index);
        removed.add(index);
      }
      assertThat(candidates.size()).isEqualTo(expected.size());
      assertThat(candidates.listWithWithheld()).hasSize(count);
      if (random.nextInt(2) == 0) {
        assertThat(Arrays.copyOf(candidates.list(), candidates.size()))
            .containsExactly(expected.stream().mapToInt(i -> i).toArray());
      }
    }
    int at = 0;
    for (int index : expected) {
      assertThat(candidates.nth(at++)).isEqualTo(index);
    }
  }

  @Test
  void refusesWhatLiesBehindTheLast() {
    Candidates candidates = new Candidates(100);
    candidates.remove(7);
    assertThat(candidates.nth(98)).isEqualTo(99);
    assertThatThrownBy(() -> candidates.nth(99))
        .isInstanceOf(IndexOutOfBoundsException.class)
        .hasMessage("candidate 99 of 99");
  }

  @Test
  void refusesToRemoveTwice() {
    Candidates candidates = new Candidates(100);
    candidates.remove(7);
    assertThatThrownBy(() -> candidates.remove(7)).hasMessageContaining("sample 7");
    assertThatThrownBy(() -> candidates.restore(8)).hasMessageContaining("sample 8");
    assertThatThrownBy(() -> candidates.restore(7)).hasMessageContaining("was not withheld");
    candidates.withhold(9);
    assertThat(candidates.listWithWithheld()).hasSize(99).contains(9).doesNotContain(7);
  }
}
