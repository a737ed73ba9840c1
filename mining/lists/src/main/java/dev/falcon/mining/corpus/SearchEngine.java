// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.corpus;

import dev.falcon.mining.Engine;
import java.util.function.Consumer;

/** Searches a corpus outside this process, on a cluster. */
public interface SearchEngine extends Engine {
  /**
   * Returns a search for parts of a corpus, whose lists have the same bytes as those of one
   * process.
   *
   * @param master address of the cluster; empty to use the engine's own settings
   * @param notes receives messages for the user
   */
  PartSearch lists(String master, Consumer<String> notes);
}
