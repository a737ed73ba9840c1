package dev.falcon.mining.plan;

import dev.falcon.mining.shuffle.MiningUnit;
import java.nio.file.Path;
import java.util.List;

/**
 * A table of consecutive search spaces: a whole plan, or one part of it.
 *
 * @param units its search spaces, in order; at least one
 * @param file its path
 * @param written called once the file is in place
 */
public record OutputTable(List<MiningUnit> units, Path file, Written written) {

  /** The action after a table is in place. */
  @FunctionalInterface
  public interface Written {
    /**
     * Called after the table is written.
     *
     * @param rows of the table
     */
    void accept(SummaryBuilder summary, long rows);
  }
}
