// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.loop.batch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.falcon.data.RandomStream;
import dev.falcon.training.internal.framework.seam.Framework.VectorShape;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GritOrderTest {
  private static final int WIDTH = 4;

  private static float[] vectors(int rows, String name) {
    RandomStream random = RandomStream.of(rows, name);
    float[] values = new float[rows * WIDTH];
    for (int i = 0; i < values.length; i++) {
      values[i] = (float) random.nextGaussian();
    }
    return values;
  }

  /** As GRIT-VLP's code does it: two tables, of which rows and columns become nothing. */
  private static int[] naive(float[] images, float[] texts, int rows, int start) {
    double[][] imageToText = new double[rows][rows];
    double[][] textToImage = new double[rows][rows];
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < rows; j++) {
        double sum = 0;
        for (int k = 0; k < WIDTH; k++) {
          sum += images[i * WIDTH + k] * texts[j * WIDTH + k];
        }
        imageToText[i][j] = i == j ? 0 : Math.exp(sum);
        textToImage[j][i] = i == j ? 0 : Math.exp(sum);
      }
    }
    int[] order = new int[rows];
    order[0] = start;
    for (int at = 1; at < rows; at++) {
      int current = order[at - 1];
      double[] row = (at % 2 == 1 ? imageToText : textToImage)[current];
      int best = 0;
      for (int j = 0; j < rows; j++) {
        best = row[j] > row[best] ? j : best;
      }
      order[at] = best;
      for (int j = 0; j < rows; j++) {
        imageToText[j][current] = 0;
        textToImage[j][current] = 0;
      }
    }
    return order;
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 8, 41, 120})
  void theOrderIsThatOfTheTables(int rows) {
    float[] images = vectors(rows, "images");
    float[] texts = vectors(rows, "texts");
    Set<Integer> starts = new HashSet<>();
    for (int draw = 0; draw < 20; draw++) {
      int[] order = new GritOrder(images, texts, rows, WIDTH).order(RandomStream.of(draw, "test"));
      starts.add(order[0]);
      assertThat(order).containsExactly(naive(images, texts, rows, order[0]));
    }
    assertThat(starts).doesNotContain(rows - 1);
    assertThat(starts.size()).isGreaterThan(Math.min(rows - 2, 4));
  }

  /** Three vectors an image: the most similar speaks for it. */
  @Test
  void anImageOfSeveralVectorsIsAsSimilarAsItsBestOne() {
    float[] texts = {1, 0, 0, 1, -1, 0};
    float[] images = {0, 1, 0, 1, /* of 1 */ -1, 0, 0, 1, /* of 2 */ 1, 0, 0, 1};
    int[] order = new GritOrder(images, texts, 3, 2).order(RandomStream.of(1, "test"));
    int[] expected = order[0] == 0 ? new int[] {0, 1, 2} : new int[] {1, 2, 0};
    assertThat(order).containsExactly(expected);
  }

  @Test
  void aPlanCutsTheOrdersAndShufflesTheBatches() {
    int rows = 50;
    VectorCache cache = new VectorCache(rows, new VectorShape(1, WIDTH));
    cache.write(
        IntStream.range(0, rows).toArray(), vectors(rows, "images"), vectors(rows, "texts"));
    cache.turn();
    EpochLayout layout = new EpochLayout(rows, 20, 6, 3, 1);
    GritPlan plan = new GritPlan(layout, cache);

    assertThat(plan.batches()).isEqualTo(layout.batches()).isEqualTo(7);
    assertThat(plan.order()).hasSize(42).doesNotHaveDuplicates();
    int[] spaces = new int[plan.batches()];
    for (int number = 0; number < plan.batches(); number++) {
      Set<Integer> batch = new HashSet<>();
      Arrays.stream(plan.compose(number, 0, null).rows()).forEach(batch::add);
      for (int space = 0; space < 3; space++) {
        Set<Integer> members = new HashSet<>();
        Arrays.stream(layout.rows(space)).forEach(members::add);
        if (members.containsAll(batch)) {
          spaces[number] = space + 1;
        }
      }
    }
    assertThat(spaces).doesNotContain(0).isNotEqualTo(new int[] {1, 1, 1, 2, 2, 2, 3});
    assertThat(new GritPlan(layout, cache).order()).containsExactly(plan.order());
  }
}
