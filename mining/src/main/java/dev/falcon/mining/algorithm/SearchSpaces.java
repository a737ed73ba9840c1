package dev.falcon.mining.algorithm;

import dev.falcon.data.RandomStream;
import java.util.Arrays;

/**
 * The search spaces of one epoch: consecutive blocks of |M| rows of a seeded shuffle. The last
 * block is shorter where |M| does not divide the rows.
 *
 * <p>Holds 4 bytes a row.
 */
public final class SearchSpaces {
  private final int[] shuffled;
  private final int size;

  private SearchSpaces(int[] shuffled, int size) {
    this.shuffled = shuffled;
    this.size = size;
  }

  /**
   * Shuffles and divides the rows for one epoch.
   *
   * @param rows the rows to be mined; not changed
   * @param size |M|, at least 1
   */
  public static SearchSpaces of(int[] rows, int size, long seed, int epoch) {
    int[] shuffled = rows.clone();
    RandomStream.of(seed, "shuffle", epoch).shuffle(shuffled);
    return new SearchSpaces(shuffled, size);
  }

  /** How many search spaces. */
  public int count() {
    return count(shuffled.length, size);
  }

  /** How many search spaces so many rows make. */
  public static int count(int rows, int size) {
    return (int) ((rows + (long) size - 1) / size);
  }

  /** How many rows of so many one space has. */
  public static int rows(int rows, int size, int space) {
    return (int) Math.min(size, rows - (long) space * size);
  }

  /** The rows of one space, in the order in which the space counts them. */
  public int[] rows(int space) {
    int from = space * size;
    return Arrays.copyOfRange(shuffled, from, (int) Math.min(shuffled.length, (long) from + size));
  }
}
