// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.loop;

import dev.falcon.data.image.Png;
import dev.falcon.mining.algorithm.ComposedBatch;
import dev.falcon.training.internal.events.Shown;
import dev.falcon.training.internal.input.PairData;
import dev.falcon.training.internal.loop.course.LoopBody.Position;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Selects what event files show of a chained batch: its quantiles at every 20th step, and its
 * hardest pairs at the end of an epoch. The selection depends only on the step, so that resumed
 * runs show the same.
 */
final class ShownPairs {
  private static final int EVERY = 20;
  private static final int PAIRS = 3;
  private static final int COLOURS = 3;

  private final PairData pairs;
  private final int size;

  /**
   * @param size the side of an image in pixels
   */
  ShownPairs(PairData pairs, int size) {
    this.pairs = pairs;
    this.size = size;
  }

  /**
   * Returns the images and texts shown for a step.
   *
   * @param last whether it is the last step of its epoch
   * @param rows the rows of the batch, in the chain's order
   */
  Shown of(Position at, boolean last, int[] rows, ComposedBatch composed) {
    if (!last && at.step() % EVERY != 0) {
      return Shown.NONE;
    }
    int[] chosen =
        IntStream.range(0, composed.size()).filter(i -> composed.anchors()[i] >= 0).toArray();
    double[] quantiles =
        IntStream.of(chosen)
            .mapToDouble(i -> composed.quantiles()[i])
            .filter(quantile -> quantile >= 0 && quantile <= 1)
            .toArray();
    List<Shown.Pair> hardest =
        IntStream.of(last ? chosen : new int[0])
            .boxed()
            .sorted(Comparator.comparingDouble(i -> -composed.similarities()[i]))
            .limit(PAIRS)
            .map(i -> pair(rows[anchor(composed, i)], rows[i], composed.similarities()[i]))
            .toList();
    return new Shown(quantiles, hardest);
  }

  /** Returns the position in the batch of the member's anchor. */
  private static int anchor(ComposedBatch composed, int member) {
    return IntStream.range(0, composed.size())
        .filter(i -> composed.members()[i] == composed.anchors()[member])
        .findFirst()
        .orElseThrow();
  }

  private Shown.Pair pair(int anchor, int chosen, float similarity) {
    byte[] left = pairs.picture(anchor, null);
    byte[] right = pairs.picture(chosen, null);
    int line = size * COLOURS;
    byte[] both = new byte[2 * size * line];
    for (int y = 0; y < size; y++) {
      System.arraycopy(left, y * line, both, 2 * y * line, line);
      System.arraycopy(right, y * line, both, (2 * y + 1) * line, line);
    }
    String text =
        "similarity " + similarity + "\n\n`" + caption(anchor) + "`\n\n`" + caption(chosen) + "`";
    return new Shown.Pair(Png.encode(both, 2 * size, size), 2 * size, size, text);
  }

  private String caption(int row) {
    return pairs.caption(row).replace('`', ' ');
  }
}
