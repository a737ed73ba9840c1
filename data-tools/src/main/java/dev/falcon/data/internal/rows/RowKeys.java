// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.internal.rows;

import dev.falcon.data.FalconException;
import java.nio.file.Path;
import java.util.Locale;

/** Names of rows without a key: their position in the dataset; and of columns. */
final class RowKeys {
  private RowKeys() {}

  /** Returns the failure for a table that names two columns alike, of which one would be lost. */
  static FalconException repeated(Path file, String column) {
    return new FalconException(
        file + ": has two columns '" + column + "'; each must have a name of its own");
  }

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
