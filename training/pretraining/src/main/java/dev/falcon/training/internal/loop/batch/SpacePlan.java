// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.loop.batch;

import dev.falcon.mining.algorithm.Candidates;
import dev.falcon.mining.shuffle.SearchSpaces;
import java.util.ArrayList;
import java.util.List;

/**
 * Batches that are composed from one search space after another. Holds the current search space and
 * its remaining pairs.
 */
abstract class SpacePlan implements EpochBatches {
  final EpochLayout layout;

  private final SearchSpaces spaces;
  private final List<Integer> taken = new ArrayList<>();
  private int space = -1;

  SpacePlan(EpochLayout layout) {
    this.layout = layout;
    this.spaces = layout.spaces();
  }

  @Override
  public final int batches() {
    return layout.batches();
  }

  @Override
  public final int[] taken() {
    return taken.stream().mapToInt(Integer::intValue).toArray();
  }

  /**
   * Enters the search space of a batch, unless it is the previous batch's.
   *
   * @param gone the pairs that earlier batches took, as for {@link #compose}
   */
  final void enterSpaceOf(int number, int[] gone) {
    if (layout.spaceOf(number) == space) {
      return;
    }
    space = layout.spaceOf(number);
    taken.clear();
    Candidates candidates = enter(space, spaces.rows(space));
    if (layout.batchInSpace(number) > 0) {
      for (int member : gone) {
        candidates.remove(member);
        take(member);
      }
    }
  }

  /**
   * Prepares the composition of batches of a search space.
   *
   * @param members its pairs
   * @return all members as candidates
   */
  abstract Candidates enter(int next, long[] members);

  /** Removes a member. */
  final void take(int member) {
    taken.add(member);
  }
}
