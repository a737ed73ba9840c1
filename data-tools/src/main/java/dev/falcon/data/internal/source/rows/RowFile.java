package dev.falcon.data.internal.source.rows;

import com.fasterxml.jackson.databind.JsonNode;
import dev.falcon.data.internal.source.BrokenRowException;
import java.nio.file.Path;
import java.util.Optional;

/** A file of rows that can be read from the first row of each block. */
public interface RowFile {
  Path file();

  /** How many blocks of rows it has; found by reading through the file once. */
  int blocks();

  /** Opens a block at its first row. */
  Rows open(int block);

  /** Walks through a block. */
  interface Rows extends AutoCloseable {
    /**
     * The next row; none behind the last one.
     *
     * @throws BrokenRowException for a row that cannot be read; the next call goes on behind it
     */
    Optional<JsonNode> next() throws BrokenRowException;

    /** The place in the file of the row that {@link #next} gave last or failed at, from 0. */
    long number();

    @Override
    void close();
  }
}
