package dev.falcon.mining.internal.space;

import dev.falcon.mining.algorithm.Conflicts;
import dev.falcon.mining.shuffle.MiningUnit;
import dev.falcon.mining.similarity.SpaceVectors;
import java.util.List;

/** What is done with one search space. An implementation serves one space at a time. */
@FunctionalInterface
public interface SpaceWork {
  /**
   * Does one unit of work.
   *
   * @param rows rows of the store, by index in the space
   * @param known what must not go together, but for what only the vectors show
   */
  MinedSpace mine(MiningUnit unit, long[] rows, SpaceVectors vectors, List<Conflicts> known);
}
