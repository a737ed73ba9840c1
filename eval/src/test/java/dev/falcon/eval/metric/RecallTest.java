// SPDX-License-Identifier: Apache-2.0
package dev.falcon.eval.metric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.falcon.data.RandomStream;
import dev.falcon.data.statistics.Interval;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class RecallTest {
  private static final int QUERIES = 1000;

  private static Recall everyThird() {
    int[] ranks = new int[QUERIES];
    Arrays.setAll(ranks, query -> query % 3 == 0 ? 4 : Recall.MISSED);
    return new Recall(ranks);
  }

  @Test
  void aRankIsCountedFromZero() {
    assertThat(everyThird().at(4)).isZero();
    assertThat(everyThird().at(5)).isEqualTo(33.4);
  }

  @Test
  void theIntervalOfSingleQueriesIsTheBinomials() {
    int[] single = new int[QUERIES];
    Arrays.setAll(single, query -> query);
    Interval interval = everyThird().interval(5, single, 2000, RandomStream.of(1, "recall"));
    assertThat(interval.halfWidth())
        .isCloseTo(100 * 1.96 * Math.sqrt(.334 * .666 / 1000), within(.2));
    assertThat(interval.contains(33.4)).isTrue();
  }

  @Test
  void queriesThatAreAlikeWidenIt() {
    int[] ranks = new int[QUERIES];
    int[] images = new int[QUERIES];
    Arrays.setAll(images, query -> 2 * (query / 5)); // numbers may have gaps
    Arrays.setAll(ranks, query -> query / 5 % 3 == 0 ? 4 : Recall.MISSED);
    Interval interval = new Recall(ranks).interval(5, images, 2000, RandomStream.of(1, "recall"));
    assertThat(interval.halfWidth())
        .isCloseTo(100 * 1.96 * Math.sqrt(.335 * .665 / 200), within(.5));
  }
}
