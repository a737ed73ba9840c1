// SPDX-License-Identifier: Apache-2.0
package dev.falcon.eval.internal.search;

import static org.assertj.core.api.Assertions.assertThat;

import dev.falcon.data.RandomStream;
import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RankingTest {
  @Test
  void equalsAStableSortByFallingScore() {
    RandomStream random = RandomStream.of(1, "scores");
    for (int n = 1; n < 300; n += 7) {
      float[] scores = new float[n];
      for (int i = 0; i < n; i++) {
        scores[i] = (random.nextInt(9) - 4) / 4f * (random.nextInt(2) == 0 ? -1 : 1);
      }
      int[] expected =
          IntStream.range(0, n)
              .boxed()
              .sorted(Comparator.comparing((Integer i) -> -(scores[i] + 0f)))
              .mapToInt(Integer::intValue)
              .toArray();
      for (int count : new int[] {1, (n + 15) / 16, n}) {
        assertThat(Ranking.first(scores, count)).isEqualTo(Arrays.copyOf(expected, count));
      }
      for (int i = 0; i < n; i++) {
        assertThat(BestCandidates.score(BestCandidates.key(scores[i], i)))
            .isEqualTo(scores[i] + 0f);
      }
    }
  }
}
