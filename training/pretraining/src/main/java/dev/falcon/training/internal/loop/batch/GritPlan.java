// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.loop.batch;

import dev.falcon.data.RandomStream;
import dev.falcon.mining.shuffle.SearchSpaces;
import dev.falcon.training.internal.input.Purpose;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;

/**
 * GRIT-VLP's batches: before the epoch begins, every search space is ordered by {@link GritOrder}
 * based on the vectors of the previous epoch; the orders are cut into batches, and the batches are
 * shuffled. The remainder of a space is skipped for this epoch only.
 */
public final class GritPlan implements EpochBatches {
  private final List<int[]> batches = new ArrayList<>();

  public GritPlan(EpochLayout layout, VectorCache vectors) {
    SearchSpaces spaces = layout.spaces();
    int count = (layout.rows() + layout.space() - 1) / layout.space();
    List<int[]> orders =
        IntStream.range(0, count)
            .parallel()
            .mapToObj(number -> ordered(layout, vectors, spaces.rows(number), number))
            .toList();
    for (int[] order : orders) {
      for (int end = layout.batch(); end <= order.length; end += layout.batch()) {
        batches.add(Arrays.copyOfRange(order, end - layout.batch(), end));
      }
    }
    RandomStream random = Purpose.GRIT_BATCHES.at(layout.seed(), layout.epoch());
    for (int last = batches.size() - 1; last > 0; last--) {
      Collections.swap(batches, last, random.nextInt(last + 1));
    }
  }

  private static int[] ordered(
      EpochLayout layout, VectorCache vectors, long[] members, int number) {
    int[] rows = Arrays.stream(members).mapToInt(Math::toIntExact).toArray();
    GritOrder order =
        new GritOrder(vectors.images(rows), vectors.texts(rows), rows.length, vectors.width());
    int[] places = order.order(Purpose.GRIT_ORDER.at(layout.seed(), layout.epoch(), number));
    return Arrays.stream(places).map(place -> rows[place]).toArray();
  }

  /** Returns the pairs of all batches, in order. */
  public int[] order() {
    return batches.stream().flatMapToInt(Arrays::stream).toArray();
  }

  @Override
  public int batches() {
    return batches.size();
  }

  @Override
  public PlannedBatch compose(int number, long step, int[] taken) {
    return new PlannedBatch(batches.get(number));
  }

  @Override
  public boolean foreseeable() {
    return true;
  }

  @Override
  public int[] taken() {
    return new int[0];
  }
}
