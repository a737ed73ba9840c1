package dev.falcon.mining.internal.plan;

import dev.falcon.mining.internal.summary.SummaryBuilder;
import dev.falcon.mining.shuffle.MiningUnit;
import java.nio.file.Path;
import java.util.List;

/**
 * A table that is made of consecutive search spaces: a whole plan, or one part of it.
 *
 * @param units its search spaces, in order; at least one
 * @param file where it is written
 * @param written told once the file is in place
 */
public record Piece(List<MiningUnit> units, Path file, Written written) {

  /** What follows when a table is in place. */
  @FunctionalInterface
  public interface Written {
    /**
     * The table is written.
     *
     * @param rows of the table
     */
    void accept(SummaryBuilder summary, long rows);
  }
}
