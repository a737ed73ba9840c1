// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.corpus;

import java.nio.file.Path;
import java.util.function.Consumer;

/** Searches for parts of the queries outside this process, for example on a cluster. */
@FunctionalInterface
public interface PartSearch {
  /**
   * Searches for the given parts.
   *
   * @param search the data that a process needs to search for a part, which can be sent to it
   * @param parts the numbers of the parts
   * @param attempts the folder for the parts' tables, which all processes must reach; it may not
   *     exist yet
   * @param done receives each part once, as soon as its table is complete, and moves the table;
   *     calls do not overlap
   */
  void search(SharedSearch search, int[] parts, Path attempts, Consumer<SharedSearch.Done> done);
}
