// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.table.internal;

import java.io.Closeable;
import java.io.IOException;

/** Writes the rows of a table in one format. Closing finishes the file. */
public interface RowSink extends Closeable {
  /** Appends the row; its values are copied before the call returns. */
  void write(Row row) throws IOException;

  /** Releases everything without finishing the file, which will be deleted. */
  void abandon() throws IOException;
}
