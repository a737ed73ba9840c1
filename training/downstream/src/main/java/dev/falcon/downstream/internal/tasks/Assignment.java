// SPDX-License-Identifier: Apache-2.0
package dev.falcon.downstream.internal.tasks;

import dev.falcon.data.RandomStream;

/**
 * The two pictures that are drawn for every caption of a batch (Li et al., 2021, section 5): with
 * probability 2/3 its own picture and another one, in random order, and otherwise two others.
 *
 * @param first the row of the first picture of each caption
 * @param second the row of the second picture of each caption
 * @param labels for each caption, 0 if it belongs to the first picture, 1 if to the second, 2 if to
 *     none
 */
@SuppressWarnings("ArrayRecordComponent") // drawn and used, never compared
record Assignment(int[] first, int[] second, long[] labels) {
  /**
   * Draws pictures for a batch. Other pictures are drawn with the softmax of the pictures' cosines
   * as probability.
   *
   * @param cosines the cosines of the pictures with each other [rows x rows]; at least 3 rows
   * @param temperature the temperature of the softmax
   */
  static Assignment draw(float[] cosines, int rows, double temperature, RandomStream random) {
    int[] first = new int[rows];
    int[] second = new int[rows];
    long[] labels = new long[rows];
    for (int row = 0; row < rows; row++) {
      int kind = random.nextInt(3);
      int other = other(cosines, rows, row, -1, temperature, random);
      if (kind == 2) {
        first[row] = other;
        second[row] = other(cosines, rows, row, other, temperature, random);
      } else {
        first[row] = kind == 0 ? row : other;
        second[row] = kind == 0 ? other : row;
      }
      labels[row] = kind;
    }
    return new Assignment(first, second, labels);
  }

  /**
   * Draws a picture other than the row's own and the one drawn before; -1 stands for none drawn
   * before.
   */
  private static int other(
      float[] cosines, int rows, int row, int drawn, double temperature, RandomStream random) {
    double[] cumulative = new double[rows];
    double sum = 0;
    for (int i = 0; i < rows; i++) {
      if (i != row && i != drawn) {
        sum += StrictMath.exp((cosines[row * rows + i] - 1) / temperature);
      }
      cumulative[i] = sum;
    }
    double point = random.nextDouble() * sum;
    int chosen = 0;
    while (chosen == row || chosen == drawn || cumulative[chosen] <= point) {
      chosen++;
    }
    return chosen;
  }
}
