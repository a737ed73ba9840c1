package dev.falcon.mining.corpus;

import java.nio.file.Path;
import java.util.function.Consumer;

/** Searches for parts of the queries outside this process, such as on a cluster. */
@FunctionalInterface
public interface PartSearch {
  /**
   * Searches.
   *
   * @param search all that a process needs to search for a part, in values that travel
   * @param parts numbers of the parts
   * @param attempts folder for the parts' tables, which all processes must reach; it may not exist
   * @param done receives each part once, as soon as its table is complete; its table is then moved.
   *     Calls do not overlap
   */
  void search(SharedSearch search, int[] parts, Path attempts, Consumer<SharedSearch.Done> done);
}
