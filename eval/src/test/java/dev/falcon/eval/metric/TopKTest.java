// SPDX-License-Identifier: Apache-2.0
package dev.falcon.eval.metric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.falcon.data.RandomStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TopKTest {
  private final TopK topK = new TopK();

  @Test
  void fallsOnTiesAsTheCppLibraryDoes() throws IOException {
    for (String line : goldenLines()) {
      String[] parts = line.split(" ", -1);
      float[] scores = new float[parts[1].length()];
      for (int i = 0; i < scores.length; i++) {
        scores[i] = parts[1].charAt(i) - '0';
      }
      int[] expected = Arrays.stream(parts[2].split(",", -1)).mapToInt(Integer::parseInt).toArray();
      assertThat(topK.of(scores, Integer.parseInt(parts[0]))).as(line).isEqualTo(expected);
    }
  }

  @Test
  void selectsTheLargestWhereNoScoresAreEqual() {
    RandomStream random = RandomStream.of(3, "scores");
    for (int n = 1; n < 700; n += 13) {
      float[] scores = new float[n];
      for (int i = 0; i < n; i++) {
        scores[i] = (float) random.nextGaussian();
      }
      int k = Math.min(n, 10);
      int[] expected =
          IntStream.range(0, n)
              .boxed()
              .sorted(Comparator.comparingDouble(i -> -scores[i]))
              .limit(k)
              .mapToInt(Integer::intValue)
              .toArray();
      assertThat(topK.of(scores, k)).isEqualTo(expected);
    }
  }

  @Test
  void staysExactWhereTheSelectionFallsBackToAHeap() {
    // Median-of-three's worst case: the partitions stay lopsided until the depth is used up.
    int n = 512;
    float[] scores = new float[n];
    for (int i = 0; i < n / 2; i++) {
      scores[2 * i] = -(i % 2 == 0 ? i + 1 : n / 2 + i);
      scores[2 * i + 1] = -2 * (i + 1);
    }
    float[] sorted = scores.clone();
    Arrays.sort(sorted);
    int[] selected = topK.of(scores, 16);
    for (int rank = 0; rank < 16; rank++) {
      assertThat(scores[selected[rank]]).isEqualTo(sorted[n - 1 - rank]);
    }
  }

  @Test
  void refusesMoreThanThereIs() {
    assertThatThrownBy(() -> topK.of(new float[4], 5))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("k=5");
  }

  private static List<String> goldenLines() throws IOException {
    try (InputStream in = TopKTest.class.getResourceAsStream("topk_golden.txt")) {
      return new String(in.readAllBytes(), StandardCharsets.US_ASCII).lines().toList();
    }
  }
}
