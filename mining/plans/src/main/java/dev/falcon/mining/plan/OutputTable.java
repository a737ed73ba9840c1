// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.plan;

import dev.falcon.mining.shuffle.MiningUnit;
import java.nio.file.Path;
import java.util.List;

/**
 * A table of consecutive search spaces: a whole plan, or one part of it.
 *
 * @param units the table's search spaces, in order; at least one
 * @param file the table's path
 * @param written called once the file is in place
 */
public record OutputTable(List<MiningUnit> units, Path file, Written written) {

  /** An action to run once a table is in place. */
  @FunctionalInterface
  public interface Written {
    /**
     * Called after the table is written.
     *
     * @param summary the counts of the table
     * @param rows the number of rows of the table
     */
    void accept(SummaryBuilder summary, long rows);
  }
}
