package dev.falcon.mining.corpus;

import dev.falcon.data.Provenance;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Output of lists in one form. */
public interface ListOutput {
  /** The file, which appears when all lists are complete. */
  Path file();

  /** Other files written beside it. */
  List<Path> beside();

  /** Options of the form that change the file, by the flags' names, for the provenance. */
  Map<String, Object> options();

  /** Returns whether the form cannot hold queries without a known positive. */
  boolean needsPositives();

  /**
   * Starts to write.
   *
   * @param corpus all searched items, for forms that list them, too
   */
  Sink begin(Provenance provenance, Iterable<ListedItem> corpus);

  /** Receives lists in the order of their queries. */
  interface Sink extends AutoCloseable {
    /**
     * Writes a list.
     *
     * @return number of its rows; 0 where the form cannot hold it, such as a query without
     *     positives among triplets
     */
    long append(MinedList list);

    /** Finishes the file, which is written atomically. */
    void commit();

    /** Removes uncommitted files. */
    @Override
    void close();
  }
}
