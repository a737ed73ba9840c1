package dev.falcon.data.table.internal;

import java.io.Closeable;
import java.io.IOException;

/** Takes the rows of a table and writes them in one format. Closing ends the file. */
public interface RowSink extends Closeable {
  /** Appends the row; its values are taken before the call returns. */
  void write(Row row) throws IOException;

  /** Lets go of everything without ending the file, which will be deleted. */
  void abandon() throws IOException;
}
