// SPDX-License-Identifier: Apache-2.0
package dev.falcon.eval.compositional.suite;

import java.nio.file.Path;
import java.util.Locale;

/**
 * A column of a table that holds the files of images.
 *
 * @param file the table
 * @param column the column
 */
public record ImageTable(Path file, String column) {
  /** Returns the name of the picture of a row, from 0. */
  String picture(int row) {
    return prefix() + String.format(Locale.ROOT, "%09d", row);
  }

  /** Returns the beginning of the names of all pictures. */
  public String prefix() {
    return file.getFileName() + "#" + column + "/";
  }
}
