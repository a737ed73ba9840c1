// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.space;

import dev.falcon.mining.algorithm.Conflicts;
import dev.falcon.mining.constraint.SampleFacts;
import java.util.stream.IntStream;

/**
 * The oracle's conflicts: pairs of samples in which one's caption is true of the other's image.
 * They are kept apart as long as a batch can be filled with others.
 *
 * @param rows the rows of the search space
 */
record TrueMatches(SampleFacts.Matches matches, long[] rows) implements Conflicts {
  @Override
  public String reason() {
    return "true-match";
  }

  @Override
  public Yielding yielding() {
    return Yielding.FIRST;
  }

  @Override
  public int[] with(int sample) {
    return IntStream.range(0, rows.length)
        .filter(
            other ->
                matches.holds(rows[sample], rows[other])
                    || matches.holds(rows[other], rows[sample]))
        .toArray();
  }
}
