// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.loop.batch;

import dev.falcon.mining.shuffle.SearchSpaces;
import dev.falcon.training.config.TrainConfig;
import java.util.Arrays;

/**
 * Divides an epoch's pairs by a seeded shuffle into consecutive search spaces of whole batches. The
 * remainder of a space is skipped for this epoch only.
 *
 * @param rows the number of pairs
 * @param space |M|; the last space may be shorter
 * @param batch B, the batch size
 */
public record EpochLayout(int rows, int space, int batch, long seed, int epoch) {
  /** Returns the number of batches per epoch with these sizes. */
  public static int batches(int rows, int space, int batch) {
    return rows / space * (space / batch) + rows % space / batch;
  }

  /**
   * Returns the number of steps of a whole run, whose first epoch is one search space of all pairs.
   */
  public static long totalSteps(TrainConfig config, int rows) {
    int size = config.train().batchSize();
    int space = config.method().chained() ? config.method().searchSpace() : rows;
    int taken = config.method().taken(size);
    return batches(rows, rows, size) + (config.train().epochs() - 1L) * batches(rows, space, taken);
  }

  public int batches() {
    return batches(rows, space, batch);
  }

  /**
   * Returns the search spaces, which equal those of {@code falcon mine} for this seed and epoch.
   */
  SearchSpaces spaces() {
    return SearchSpaces.of(rows, space, seed, epoch);
  }

  /** Returns the pairs of one search space. */
  public int[] rows(int number) {
    return Arrays.stream(spaces().rows(number)).mapToInt(Math::toIntExact).toArray();
  }

  /** Returns all pairs, space after space. */
  public int[] order() {
    SearchSpaces spaces = spaces();
    int[] order = new int[rows];
    for (int number = 0, at = 0; at < rows; number++) {
      for (long row : spaces.rows(number)) {
        order[at++] = (int) row;
      }
    }
    return order;
  }

  /** Returns the search space of a batch. */
  int spaceOf(int number) {
    return number / (space / batch);
  }

  /** Returns the index of a batch in its search space. */
  int batchInSpace(int number) {
    return number % (space / batch);
  }
}
