// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.matcher;

import static org.assertj.core.api.Assertions.assertThat;

import dev.falcon.data.RandomStream;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PairRunsTest {
  private static final int MOST = 8;
  private static final int LEAST_SHARED = 3;

  @Test
  void everyPairIsInOneRunAndSharedRunsAreOfOnePicture() {
    RandomStream random = RandomStream.of(5, "runs");
    for (int round = 0; round < 200; round++) {
      int[] images = random(random, random.nextInt(60), 1 + random.nextInt(12));
      int[] lengths = random(random, images.length, 9);
      List<PairRuns.Run> runs = new PairRuns(MOST, LEAST_SHARED).of(images, lengths);

      int[] all = runs.stream().flatMapToInt(run -> Arrays.stream(run.pairs())).sorted().toArray();
      assertThat(all).containsExactly(IntStream.range(0, images.length).toArray());
      for (PairRuns.Run run : runs) {
        assertThat(run.pairs()).hasSizeBetween(run.shared() ? LEAST_SHARED : 1, MOST);
        int[] of = Arrays.stream(run.pairs()).map(pair -> images[pair]).distinct().toArray();
        assertThat(of.length == 1 || !run.shared()).isTrue();
        assertThat(Arrays.stream(run.pairs()).map(pair -> lengths[pair]).toArray()).isSorted();
      }
      long mixed = runs.stream().filter(run -> !run.shared()).count();
      long mixedPairs =
          runs.stream().filter(run -> !run.shared()).mapToLong(run -> run.pairs().length).sum();
      assertThat(mixed).isEqualTo((mixedPairs + MOST - 1) / MOST);
    }
  }

  @Test
  void nothingIsSharedWhereTheGraphDoesNot() {
    int[] images = new int[20];
    List<PairRuns.Run> runs = new PairRuns(MOST, Integer.MAX_VALUE).of(images, new int[20]);

    assertThat(runs).hasSize(3).noneMatch(PairRuns.Run::shared);
  }

  private static int[] random(RandomStream random, int count, int bound) {
    int[] values = new int[count];
    Arrays.setAll(values, i -> random.nextInt(bound));
    return values;
  }
}
