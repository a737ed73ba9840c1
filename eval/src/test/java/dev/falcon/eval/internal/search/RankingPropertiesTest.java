// SPDX-License-Identifier: Apache-2.0
package dev.falcon.eval.internal.search;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Comparator;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;

/** A ranking against a stable sort by falling score. */
class RankingPropertiesTest {
  @Property(seed = "1")
  void isAStableSort(@ForAll("scores") float[] scores, @ForAll @IntRange(max = 200) int wanted) {
    int count = Math.min(wanted, scores.length);
    int[] expected =
        IntStream.range(0, scores.length)
            .boxed()
            .sorted(Comparator.comparing((Integer i) -> -(scores[i] + 0f)))
            .limit(count)
            .mapToInt(Integer::intValue)
            .toArray();
    if (count > 0) {
      assertThat(Ranking.first(scores, count)).isEqualTo(expected);
    }
  }

  @Property(seed = "1", edgeCases = EdgeCasesMode.NONE)
  void keysRiseAsScoresFallAndThenWithTheIndex(
      @ForAll("score") float one,
      @ForAll("score") float other,
      @ForAll @IntRange(max = Integer.MAX_VALUE) int first,
      @ForAll @IntRange(max = Integer.MAX_VALUE) int second) {
    int order = Float.compare(other + 0f, one + 0f);
    int expected = order == 0 ? Integer.compare(first, second) : order;
    long a = BestCandidates.key(one, first);
    long b = BestCandidates.key(other, second);
    assertThat(Integer.signum(Long.compare(a, b))).isEqualTo(Integer.signum(expected));
    assertThat(BestCandidates.score(a)).isEqualTo(one + 0f);
    assertThat(BestCandidates.candidate(a)).isEqualTo(first);
  }

  @Provide
  Arbitrary<Float> score() {
    return Arbitraries.oneOf(
        Arbitraries.floats().between(-1e30f, 1e30f), Arbitraries.of(-0f, 0f, 0.5f, -0.5f));
  }

  @Provide
  Arbitrary<float[]> scores() {
    return score().array(float[].class).ofMaxSize(200);
  }
}
