// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import dev.falcon.data.Reject;
import java.util.List;
import org.junit.jupiter.api.Test;

class RejectCountsTest {
  @Test
  void reasonsThatDifferInNamesAndNumbersAreOneKind() {
    RejectCounts counts =
        RejectCounts.of(
            List.of(
                new Reject("b.csv", "1", "the sample has no caption"),
                new Reject("a.csv", "2", "image no/a.png: there is no such file"),
                new Reject("a.csv", "3", "image other.png: there is no such file"),
                new Reject("a.csv", "4", "vector of 3 components, not '5'"),
                new Reject("a.csv", "5", "image C:\\x\\b.png: there is no such file")));

    assertThat(counts.rows()).isEqualTo(5);
    assertThat(counts.reasons())
        .containsExactly(
            new RejectCounts.Kind("image no/a.png: there is no such file", 3),
            new RejectCounts.Kind("the sample has no caption", 1),
            new RejectCounts.Kind("vector of 3 components, not '5'", 1));
    assertThat(counts.sources()).containsExactly(entry("a.csv", 4L), entry("b.csv", 1L));
    assertThat(counts.commonest())
        .isEqualTo("3 of 5 rejected: image no/a.png: there is no such file");
  }
}
