// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.internal.space;

import dev.falcon.mining.algorithm.Conflicts;
import dev.falcon.mining.algorithm.SpaceVectors;
import dev.falcon.mining.shuffle.MiningUnit;
import java.util.List;

/** The work on one search space. An implementation works on one space at a time. */
@FunctionalInterface
public interface SpaceWork {
  /**
   * Mines one search space.
   *
   * @param unit the unit of work
   * @param rows the rows of the store, by index in the space
   * @param vectors the vectors of the rows
   * @param known the conflicts that do not depend on similarities
   */
  MinedSpace mine(MiningUnit unit, long[] rows, SpaceVectors vectors, List<Conflicts> known);
}
