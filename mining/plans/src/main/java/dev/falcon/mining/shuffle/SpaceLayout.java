// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.shuffle;

import java.util.Arrays;

/**
 * Divides shuffled positions into search spaces: consecutive blocks of |M|, none of which spans
 * groups of positions. The last space of a group is shorter if |M| does not divide it.
 */
public final class SpaceLayout {
  private final int size;
  private final long[] starts; // [groups + 1]
  private final int[] firstSpaces; // [groups + 1]

  private SpaceLayout(int size, long[] starts) {
    this.size = size;
    this.starts = starts;
    this.firstSpaces = new int[starts.length];
    for (int group = 0; group + 1 < starts.length; group++) {
      long spaces = (starts[group + 1] - starts[group] + size - 1) / size;
      firstSpaces[group + 1] = Math.toIntExact(firstSpaces[group] + spaces);
    }
  }

  /**
   * Returns the layout of all rows as one group.
   *
   * @param size |M|, at least 1
   */
  public static SpaceLayout of(long rows, int size) {
    return new SpaceLayout(size, new long[] {0, rows});
  }

  /**
   * Returns the layout of several groups.
   *
   * @param starts the start of each group, and the end of the last // [groups + 1]
   * @param size |M|, at least 1
   */
  public static SpaceLayout ofGroups(long[] starts, int size) {
    return new SpaceLayout(size, starts.clone());
  }

  /** Returns the number of search spaces. */
  public int count() {
    return firstSpaces[firstSpaces.length - 1];
  }

  /** Returns the position at which a space starts. */
  public long start(int space) {
    int group = group(space);
    return starts[group] + (long) (space - firstSpaces[group]) * size;
  }

  /** Returns the number of rows of a space. */
  public int rows(int space) {
    return (int) Math.min(size, starts[group(space) + 1] - start(space));
  }

  /** Returns the space that holds a position. */
  public int spaceOf(long position) {
    int found = Arrays.binarySearch(starts, position);
    int group = found >= 0 ? found : -found - 2;
    while (starts[group + 1] == starts[group]) {
      group++;
    }
    return firstSpaces[group] + (int) ((position - starts[group]) / size);
  }

  private int group(int space) {
    int found = Arrays.binarySearch(firstSpaces, space);
    int group = found >= 0 ? found : -found - 2;
    while (firstSpaces[group + 1] == firstSpaces[group]) {
      group++; // a group without rows has no space
    }
    return group;
  }
}
