// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.internal.rows;

import com.fasterxml.jackson.databind.JsonNode;
import dev.falcon.data.internal.source.BrokenRowException;
import dev.falcon.data.sample.DataNote;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** A file of rows that can be read from the first row of each block. */
public interface RowFile {
  Path file();

  /** Returns the number of blocks of rows; found by reading the file once. */
  int blocks();

  /** Returns the number of rows, including those that cannot be read. */
  long rows();

  /** Opens a block at its first row. */
  Rows open(int block);

  /** Iterates over a block. */
  interface Rows extends AutoCloseable {
    /**
     * Returns the next row; empty after the last one.
     *
     * @throws BrokenRowException for a row that cannot be read; the next call continues after it
     */
    Optional<JsonNode> next() throws BrokenRowException;

    /**
     * Returns the index in the file of the row that {@link #next} returned last or failed at, from
     * 0.
     */
    long number();

    /** Returns what is suspicious about the rows that were read so far. */
    default List<DataNote> notes() {
      return List.of();
    }

    @Override
    void close();
  }
}
