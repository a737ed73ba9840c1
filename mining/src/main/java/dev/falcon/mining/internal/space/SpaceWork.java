package dev.falcon.mining.internal.space;

import dev.falcon.mining.algorithm.Conflicts;
import dev.falcon.mining.algorithm.SpaceVectors;
import dev.falcon.mining.shuffle.MiningUnit;
import java.util.List;

/** The work on one search space. An implementation serves one space at a time. */
@FunctionalInterface
public interface SpaceWork {
  /**
   * Does one unit of work.
   *
   * @param rows rows of the store, by index in the space
   * @param known conflicts, except those that only the vectors show
   */
  MinedSpace mine(MiningUnit unit, long[] rows, SpaceVectors vectors, List<Conflicts> known);
}
