// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.internal.similarity;

import static org.assertj.core.api.Assertions.assertThat;

import dev.falcon.data.RandomStream;
import dev.falcon.kernels.Bins;
import dev.falcon.kernels.Kernel;
import dev.falcon.kernels.Kernels;
import dev.falcon.kernels.Keys;
import dev.falcon.kernels.ScalarKernel;
import dev.falcon.mining.TestVectors;
import dev.falcon.mining.algorithm.SpaceVectors;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every kernel has the same bits as the definition. */
class KernelTest {
  static Stream<Kernel> kernels() {
    return Stream.of(new ScalarKernel(), Kernels.fastest());
  }

  @ParameterizedTest
  @MethodSource("kernels")
  void blocksHaveTheBitsOfTheDefinition(Kernel kernel) {
    for (int rows : new int[] {1, 95, 96, 97, 250}) {
      SpaceVectors vectors = TestVectors.generate(rows, 37, 0, rows);
      Kernel.Packed packed = kernel.pack(vectors.image(), vectors.text(), rows, 37);
      float[] block = new float[Kernel.BLOCK * Kernel.BLOCK];
      float[] scratch = new float[block.length];
      for (int i = 0; i < rows; i++) {
        for (int j = 0; j < rows; j++) {
          if (j % Kernel.BLOCK == 0) {
            packed.similarity(i / Kernel.BLOCK, j / Kernel.BLOCK, block, scratch);
          }
          float computed = block[i % Kernel.BLOCK * Kernel.BLOCK + j % Kernel.BLOCK];
          assertThat(Float.floatToRawIntBits(computed))
              .isEqualTo(
                  Float.floatToRawIntBits(Kernel.entry(vectors.image(), vectors.text(), 37, i, j)));
        }
        assertRowEqualsDefinition(packed, vectors, i);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("kernels")
  void chosenRowsHaveTheBitsOfTheWhole(Kernel kernel) {
    SpaceVectors vectors = TestVectors.generate(203, 37, 0, 5);
    Kernel.Packed packed = kernel.pack(vectors.image(), vectors.text(), 203, 37);
    int[] chosen = {7, 202, 0, 96, 95, 3, 130};
    Kernel.Products products = packed.of(chosen, 1, 5);
    float[] block = new float[Kernel.BLOCK * Kernel.BLOCK];
    float[] scratch = new float[block.length];
    float[] row = new float[203];
    for (int column = 0; column < 203; column += Kernel.BLOCK) {
      products.similarity(0, column / Kernel.BLOCK, block, scratch);
      int columns = Math.min(Kernel.BLOCK, 203 - column);
      for (int x = 0; x < 5; x++) {
        packed.row(chosen[1 + x], row);
        int at = x * Kernel.BLOCK;
        assertThat(Arrays.copyOfRange(block, at, at + columns))
            .isEqualTo(Arrays.copyOfRange(row, column, column + columns));
      }
    }
  }

  @ParameterizedTest
  @MethodSource("kernels")
  void productsHaveTheBitsOfTheDefinition(Kernel kernel) {
    for (int rows : new int[] {1, 97, 250}) {
      SpaceVectors vectors = TestVectors.generate(rows, 37, 0, rows);
      float[] image = vectors.image();
      float[] text = vectors.text();
      Kernel.Packed packed = kernel.pack(image, text, rows, 37);
      float[] forth = new float[Kernel.BLOCK * Kernel.BLOCK];
      float[] back = new float[forth.length];
      for (int i = 0; i < rows; i++) {
        for (int j = 0; j < rows; j++) {
          if (j % Kernel.BLOCK == 0) {
            packed.products(i / Kernel.BLOCK, j / Kernel.BLOCK, forth, back);
          }
          int at = i % Kernel.BLOCK * Kernel.BLOCK + j % Kernel.BLOCK;
          assertThat(forth[at]).isEqualTo(Kernel.cosine(image, text, 37, i, j));
          assertThat(back[at]).isEqualTo(Kernel.cosine(text, image, 37, i, j));
        }
      }
    }
  }

  private static void assertRowEqualsDefinition(Kernel.Packed packed, SpaceVectors vectors, int i) {
    float[] row = new float[vectors.rows()];
    packed.row(i, row);
    for (int j = 0; j < row.length; j++) {
      assertThat(row[j])
          .isEqualTo(Kernel.entry(vectors.image(), vectors.text(), vectors.dimension(), i, j));
    }
  }

  /** P is the highest of an image's vectors, found by as many single products. */
  @ParameterizedTest
  @MethodSource("kernels")
  void imagesOfSeveralVectorsHaveTheHighestOfThem(Kernel kernel) {
    int perImage = 3;
    int rows = 130;
    float[] text = TestVectors.generate(rows, 19, 0, 1).text();
    float[] image = new float[rows * perImage * 19];
    float[][] single = new float[perImage][];
    for (int number = 0; number < perImage; number++) {
      single[number] = TestVectors.generate(rows, 19, 0, 2 + number).image();
      for (int row = 0; row < rows; row++) {
        System.arraycopy(single[number], row * 19, image, (row * perImage + number) * 19, 19);
      }
    }
    SpaceVectors vectors = new SpaceVectors(image, text, rows, 19, perImage);
    Kernel.Packed packed = PackedSpace.of(kernel, vectors);
    float[] forth = new float[Kernel.BLOCK * Kernel.BLOCK];
    float[] back = new float[forth.length];
    float[] block = new float[forth.length];
    float[] row = new float[rows];
    for (int i = 0; i < rows; i++) {
      packed.row(i, row);
      for (int j = 0; j < rows; j++) {
        float there = Float.NEGATIVE_INFINITY;
        float andBack = Float.NEGATIVE_INFINITY;
        for (float[] images : single) {
          there = Math.max(there, Kernel.cosine(images, text, 19, i, j));
          andBack = Math.max(andBack, Kernel.cosine(images, text, 19, j, i));
        }
        if (j % Kernel.BLOCK == 0) {
          packed.products(i / Kernel.BLOCK, j / Kernel.BLOCK, forth, back);
          packed.similarity(i / Kernel.BLOCK, j / Kernel.BLOCK, block, new float[block.length]);
        }
        int at = i % Kernel.BLOCK * Kernel.BLOCK + j % Kernel.BLOCK;
        assertThat(forth[at]).isEqualTo(there);
        assertThat(back[at]).isEqualTo(andBack);
        assertThat(block[at]).isEqualTo(there + andBack);
        assertThat(row[j]).isEqualTo(there + andBack);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("kernels")
  void binsAreMonotoneAndEqualThePlainFormula(Kernel kernel) {
    float[] row = randomRow(203, 5);
    row[17] = Float.POSITIVE_INFINITY;
    int[] bins = new int[row.length];
    kernel.bin(row, row.length, 40f, Bins.ORIGIN + 64f, bins, 128);
    for (int j = 0; j < row.length; j++) {
      double exact = Math.fma(row[j], 40f, Bins.ORIGIN + 64f) - (double) Bins.ORIGIN;
      assertThat(bins[j]).isEqualTo((int) Math.min(127, Math.max(0, exact)));
    }
  }

  @ParameterizedTest
  @MethodSource("kernels")
  void splitFindsWhatLiesBelowAndBetween(Kernel kernel) {
    float[] row = randomRow(203, 6);
    row[100] = Float.POSITIVE_INFINITY;
    float low = row[3];
    float high = Math.max(row[3], row[70]) + 0.2f;
    for (float[] bounds :
        new float[][] {
          {low, high},
          {low, low},
          {Float.NEGATIVE_INFINITY, high},
          {low, Float.MAX_VALUE},
          {Math.nextUp(low), Float.NEGATIVE_INFINITY}
        }) {
      long[] below = new long[4];
      long[] keys = new long[row.length];
      int found = kernel.split(row, row.length, bounds[0], bounds[1], below, keys);
      int expected = 0;
      for (int j = 0; j < row.length; j++) {
        assertThat((below[j / 64] >>> j & 1) == 1).isEqualTo(row[j] < bounds[0]);
        if (row[j] >= bounds[0] && row[j] <= bounds[1]) {
          assertThat(keys[expected++]).isEqualTo(Keys.of(row[j], j));
        }
      }
      assertThat(found).isEqualTo(expected);
    }
  }

  @ParameterizedTest
  @MethodSource("kernels")
  void countsWhatLiesBelow(Kernel kernel) {
    float[] row = randomRow(203, 7);
    row[64] = Float.POSITIVE_INFINITY;
    float[] sorted = row.clone();
    Arrays.sort(sorted);
    for (int rank : new int[] {0, 1, 101, 201}) {
      assertThat(kernel.countBelow(row, row.length, sorted[rank])).isEqualTo(rank);
    }
    assertThat(kernel.countBelow(row, row.length, Float.NEGATIVE_INFINITY)).isZero();
  }

  @ParameterizedTest
  @MethodSource("kernels")
  void findsWhatExceedsItsBound(Kernel kernel) {
    float[] forth = randomRow(Kernel.BLOCK * Kernel.BLOCK, 8);
    float[] back = randomRow(forth.length, 9);
    float[] bounds = randomRow(2 * Kernel.BLOCK, 10);
    int at = 5 * Kernel.BLOCK;
    bounds[Kernel.BLOCK + 3] = forth[at + 3]; // what equals its bound does not exceed it
    bounds[Kernel.BLOCK + 90] = Float.POSITIVE_INFINITY;
    back[at + 90] = 1;
    int[] found = {-1, -1, -1};
    kernel.exceeding(forth, back, at, bounds, Kernel.BLOCK, 1, found);
    int exceeding = 0;
    for (int j = 0; j < Kernel.BLOCK; j++) {
      boolean expected = forth[at + j] > bounds[Kernel.BLOCK + j] || back[at + j] > 1;
      assertThat((found[j / 32] >>> j & 1) == 1).as("column %d", j).isEqualTo(expected);
      exceeding += expected ? 1 : 0;
    }
    assertThat(exceeding).isBetween(20, 76);
  }

  private static float[] randomRow(int length, long seed) {
    RandomStream random = RandomStream.of(seed, "row");
    float[] row = new float[length];
    for (int j = 0; j < length; j++) {
      row[j] = (float) random.nextGaussian();
    }
    return row;
  }
}
