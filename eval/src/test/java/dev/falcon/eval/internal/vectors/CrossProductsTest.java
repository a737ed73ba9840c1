// SPDX-License-Identifier: Apache-2.0
package dev.falcon.eval.internal.vectors;

import static org.assertj.core.api.Assertions.assertThat;

import dev.falcon.data.RandomStream;
import java.util.Arrays;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Products in bulk have the bits of a product alone, from either side and by either arithmetic. */
class CrossProductsTest {
  @ParameterizedTest
  @CsvSource({"1, 1, 1", "3, 700, 37", "1030, 5, 16", "1100, 1100, 7"})
  void bothSidesSeeEveryProductOnceInRisingOrder(int lefts, int rights, int dimension) {
    float[][] left = rows(lefts, dimension);
    float[][] right = rows(rights, dimension + 1);
    for (int i = 0; i < rights; i++) {
      right[i] = Arrays.copyOf(right[i], dimension);
    }
    float[][] ofLeft = new float[lefts][rights];
    float[][] ofRight = new float[rights][lefts];
    int[] seenOfLeft = new int[lefts];
    int[] seenOfRight = new int[rights];
    CrossProducts.forEach(left, right, sink(ofLeft, seenOfLeft), sink(ofRight, seenOfRight));
    assertThat(seenOfLeft).containsOnly(rights);
    assertThat(seenOfRight).containsOnly(lefts);
    for (int i = 0; i < lefts; i++) {
      for (int j = 0; j < rights; j++) {
        float alone = DotProducts.of(left[i], right[j]);
        if (ofLeft[i][j] != alone || ofRight[j][i] != alone) {
          assertThat(ofLeft[i][j]).as("%d, %d", i, j).isEqualTo(alone);
          assertThat(ofRight[j][i]).as("%d, %d", i, j).isEqualTo(alone);
        }
      }
    }
  }

  /** Rows of three vectors have with another row the highest of their three products. */
  @ParameterizedTest
  @CsvSource({"1, 1, 1", "3, 700, 7", "700, 5, 16"})
  void rowsOfSeveralVectorsHaveTheHighestProduct(int lefts, int rights, int dimension) {
    float[][] left = rows(lefts, 3 * dimension);
    float[][] right = rows(rights, dimension);
    float[][] ofLeft = new float[lefts][rights];
    float[][] ofRight = new float[rights][lefts];
    CrossProducts.forEach(
        left, right, sink(ofLeft, new int[lefts]), sink(ofRight, new int[rights]));
    for (int i = 0; i < lefts; i++) {
      for (int j = 0; j < rights; j++) {
        float highest = Float.NEGATIVE_INFINITY;
        for (int part = 0; part < 3; part++) {
          float[] vector = Arrays.copyOfRange(left[i], part * dimension, (part + 1) * dimension);
          highest = Math.max(highest, DotProducts.of(vector, right[j]));
        }
        assertThat(ofLeft[i][j]).isEqualTo(highest);
        assertThat(ofRight[j][i]).isEqualTo(highest);
        assertThat(DotProducts.of(right[j], left[i])).isEqualTo(highest);
      }
    }
    assertThat(new DotProducts(left, dimension).with(right, 1)).isDeepEqualTo(ofRight);
  }

  private static CrossProducts.Sink sink(float[][] all, int[] seen) {
    return (row, first, products, count) -> {
      assertThat(first).isEqualTo(seen[row]);
      System.arraycopy(products, 0, all[row], first, count);
      seen[row] += count;
    };
  }

  @ParameterizedTest
  @CsvSource({"1, 1, 3", "9, 33, 64", "70, 515, 50"})
  void plainArithmeticHasTheSameBits(int count, int fixed, int dimension) {
    float[][] rows = rows(count, dimension);
    float[][] others = rows(fixed, dimension);
    float[][] expected = new float[count][fixed];
    new VectorPanels(others).multiply(rows, 100, 0, count, expected);
    float[][] plain = new float[count][fixed];
    new PlainPanels(others).multiply(rows, 100, 0, count, plain);
    assertThat(plain).isDeepEqualTo(expected);
    assertThat(new DotProducts(others).with(rows, 100)).isDeepEqualTo(expected);
  }

  private static float[][] rows(int count, int dimension) {
    RandomStream random = RandomStream.of(count, "rows " + dimension);
    float[][] rows = new float[count][dimension];
    for (float[] row : rows) {
      for (int k = 0; k < dimension; k++) {
        row[k] = (float) random.nextGaussian();
      }
    }
    return rows;
  }
}
