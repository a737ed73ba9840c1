// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.corpus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.falcon.data.FalconException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The cost of a search of 3,000 queries in 2,000,000 items of 64 numbers, to a depth of 100. */
class SearchCostTest {
  private static final long DISK = 3_000L * 100 * 8;

  private final SearchCost cost = SearchCost.exact(3_000, 2_000_000, 4L * 64 * 2_000_000, 100);

  @Test
  void memoryAndDiskAreNamed() {
    assertThat(cost.disk(3_000)).isEqualTo(DISK);
    assertThat(cost.described())
        .isEqualTo(
            "3,000 queries and 2,000,000 items, which take 489 MB of memory or are read several"
                + " times; candidates take up to 3 MB of disk");
  }

  /** Compressed candidates may take half of what they hold. */
  @Test
  void aDiskThatCannotHoldTheCandidatesIsRefused() {
    Path folder = Path.of("lists.parquet.work");
    assertThatCode(() -> cost.requireDisk(folder, 3_000, DISK / 2)).doesNotThrowAnyException();
    assertThatCode(() -> cost.requireDisk(folder, 3_000, 0)).doesNotThrowAnyException();
    assertThatThrownBy(() -> cost.requireDisk(folder, 3_000, DISK / 2 - 1))
        .isInstanceOf(FalconException.class)
        .hasMessage(
            "lists.parquet.work: has 1,199,999 bytes of disk left, and the candidates of 3,000"
                + " queries take up to 2,400,000; make room, or search less deeply");
    assertThatThrownBy(() -> cost.requireDisk(Path.of("none", "there"), 1))
        .isInstanceOf(FalconException.class)
        .hasMessageContaining("its disk cannot be asked");
  }

  @Test
  void aTimeIsNamedInTheUnitThatFits() {
    assertThat(SearchCost.about(0.2)).isEqualTo("about 1 s");
    assertThat(SearchCost.about(99)).isEqualTo("about 99 s");
    assertThat(SearchCost.about(600)).isEqualTo("about 10 min");
    assertThat(SearchCost.about(9_000)).isEqualTo("about 2.5 h");
  }

  @Test
  void timesAreThoseOfThePairs() {
    assertThat(cost.timed(1e-9, 3).time()).contains(new SearchCost.Time(6, 0, 3, DISK));
    SearchCost divided = cost.dividing(4_096, 2e9);
    assertThat(divided.timed(1e-9, 1).time()).contains(new SearchCost.Time(6, 2, 1, DISK));
    assertThat(divided.division())
        .isEqualTo(
            "dividing the items into 4,096 clusters compares 2.0e+09 pairs, an exact search 6.0e+09");
  }
}
