// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.audit;

import dev.falcon.data.FalconException;
import dev.falcon.data.statistics.ClusteredSample;
import dev.falcon.data.statistics.ClusteredSample.Question;
import dev.falcon.data.statistics.Rate;
import dev.falcon.data.table.ColumnType;
import dev.falcon.data.table.TableReader;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * The number of false negatives among those that a batch plan's anchors chose, where the truth of
 * every pair is known. A chosen negative counts twice: as the anchor's image with the other's text,
 * and as the other's image with the anchor's text.
 *
 * <p>The interval is that of an audit of the same pairs. It takes into account that pairs share
 * images and captions, and that the two pairs of a chosen negative are not independent.
 */
public final class PlanTruth {
  private PlanTruth() {}

  /** Decides whether a pair matches. Every row of the store has its own image. */
  public interface Judge {
    /** Returns whether the text of one row of the store is true of the image of another. */
    boolean matches(long imageRow, long textRow);

    /** Returns the row that represents all rows with the same caption as this row. */
    default long captionOf(long row) {
      return row;
    }
  }

  /**
   * Counts the false negatives over all rows of the plan. Memory: 40 bytes per pair, and about 100
   * per sample.
   *
   * @throws FalconException if no row of the plan was chosen by an anchor
   */
  public static Rate of(Path plan, Judge truth) {
    IntStream.Builder matching = IntStream.builder();
    IntStream.Builder images = IntStream.builder();
    IntStream.Builder captions = IntStream.builder();
    LongStream.Builder couples = LongStream.builder();
    Map<Long, Integer> imageNumbers = new HashMap<>();
    Map<Long, Integer> captionNumbers = new HashMap<>();
    try (TableReader table = TableReader.open(plan)) {
      int index = table.column(ColumnType.INT64, "index");
      int anchor = table.column(ColumnType.INT64, "anchor_index");
      while (table.next()) {
        if (!table.isNull(anchor)) {
          long chosen = table.getLong(index);
          long by = table.getLong(anchor);
          for (long image : new long[] {by, chosen}) {
            long text = image == by ? chosen : by;
            matching.add(Question.answer(truth.matches(image, text)));
            images.add(number(imageNumbers, image));
            captions.add(number(captionNumbers, truth.captionOf(text)));
            couples.add(
                ClusteredSample.couple(number(imageNumbers, by), number(imageNumbers, chosen)));
          }
        }
      }
    }
    int[] answers = matching.build().toArray();
    if (answers.length == 0) {
      throw new FalconException(plan + ": no sample was chosen by an anchor");
    }
    ClusteredSample sample =
        new ClusteredSample(
            new int[answers.length],
            new double[] {1},
            images.build().toArray(),
            captions.build().toArray(),
            ClusteredSample.numbered(couples.build().toArray()));
    return sample.rate(IntStream.range(0, answers.length).toArray(), pair -> answers[pair]);
  }

  private static int number(Map<Long, Integer> numbers, long row) {
    return numbers.computeIfAbsent(row, next -> numbers.size());
  }
}
