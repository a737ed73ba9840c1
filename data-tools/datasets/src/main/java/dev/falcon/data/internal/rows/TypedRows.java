// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.internal.rows;

import dev.falcon.data.table.internal.Cell;
import dev.falcon.data.table.internal.Content;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/** The rows of a file whose columns have types, each read as a whole. */
interface TypedRows extends Closeable {
  /** Opens a file of one format. */
  @FunctionalInterface
  interface Format {
    /** Opens a file. */
    TypedRows open(Path file);
  }

  /** Returns the columns. */
  Content.Records columns();

  /** Returns the file's key-value metadata. */
  Map<String, String> metadata();

  /** Advances to the next row; returns false at the end. */
  boolean next() throws IOException;

  /** Returns a column's value in the current row; empty for a null. */
  Optional<Cell> value(int column);
}
