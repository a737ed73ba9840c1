// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.internal.rows;

import java.util.Locale;

/** Keys for rows without one: their position in the dataset. */
final class RowKeys {
  private RowKeys() {}

  /**
   * Returns the key of a row.
   *
   * @param file index of the file in the dataset
   * @param files number of files; with only one, the row's number suffices
   * @param row index of the row in its file
   */
  public static String of(int file, int files, long row) {
    return files == 1
        ? String.format(Locale.ROOT, "%09d", row)
        : String.format(Locale.ROOT, "%05d-%09d", file, row);
  }
}
