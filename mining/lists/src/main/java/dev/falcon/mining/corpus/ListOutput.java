// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.corpus;

import dev.falcon.data.Provenance;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** An output of lists in one form. */
public interface ListOutput {
  /** Returns the file, which appears when all lists are complete. */
  Path file();

  /** Returns the other files that are written beside it. */
  List<Path> beside();

  /**
   * Returns the options of the form that change the file, for the provenance, by the flags' names.
   */
  Map<String, Object> options();

  /** Returns whether the form cannot hold queries without a known positive. */
  boolean needsPositives();

  /**
   * Starts writing.
   *
   * @param corpus all searched items, for forms that also list the corpus
   */
  Sink begin(Provenance provenance, Iterable<ListedItem> corpus);

  /** Receives lists in the order of their queries. */
  interface Sink extends AutoCloseable {
    /**
     * Writes a list.
     *
     * @return the number of rows written; 0 if the form cannot hold the list, such as triplets
     *     without a positive
     */
    long append(MinedList list);

    /** Finishes the file, which is written atomically. */
    void commit();

    /** Removes uncommitted files. */
    @Override
    void close();
  }
}
