package dev.falcon.mining.audit;

import dev.falcon.data.FalconException;
import dev.falcon.data.statistics.Interval;
import dev.falcon.data.table.TableReader;
import dev.falcon.data.table.schema.ColumnType;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * How many of the negatives that a batch plan's anchors chose are false, where truth is known of
 * every pair. A chosen negative counts twice, as the anchor's image with the other's text and as
 * the other's image with the anchor's text.
 *
 * @param pairs all pairs of anchor and chosen negative, both directions
 * @param matching those whose text is true of the image: false negatives
 * @param interval of the share in [0, 1], 95 %, from the spread between batches, for the pairs of a
 *     batch share their samples; null where the plan has fewer than two batches with pairs
 */
public record PlanTruth(long pairs, long matching, Interval interval) {
  /** Decides a pair. */
  public interface Judge {
    /** Whether the text of one row of the store is true of the image of another. */
    boolean matches(long imageRow, long textRow);
  }

  /**
   * Counts over all rows of the plan.
   *
   * @throws FalconException if no row of the plan was chosen by an anchor
   */
  public static PlanTruth of(Path plan, Judge truth) {
    int batches = 0;
    long[] pairs = new long[64]; // [batches]
    long[] matching = new long[64];
    try (TableReader table = TableReader.open(plan)) {
      int epoch = table.column(ColumnType.INT32, "epoch");
      int space = table.column(ColumnType.INT32, "search_space");
      int batch = table.column(ColumnType.INT32, "batch");
      int index = table.column(ColumnType.INT64, "index");
      int anchor = table.column(ColumnType.INT64, "anchor_index");
      int[] last = {};
      while (table.next()) {
        int[] now = {table.getInt(epoch), table.getInt(space), table.getInt(batch)};
        if (!Arrays.equals(now, last)) {
          last = now;
          batches++;
          if (batches > pairs.length) {
            pairs = Arrays.copyOf(pairs, 2 * pairs.length);
            matching = Arrays.copyOf(matching, 2 * matching.length);
          }
        }
        if (!table.isNull(anchor)) {
          long chosen = table.getLong(index);
          long by = table.getLong(anchor);
          pairs[batches - 1] += 2;
          matching[batches - 1] += truth.matches(by, chosen) ? 1 : 0;
          matching[batches - 1] += truth.matches(chosen, by) ? 1 : 0;
        }
      }
    }
    long all = Arrays.stream(pairs).sum();
    if (all == 0) {
      throw new FalconException(plan + ": no sample was chosen by an anchor");
    }
    return new PlanTruth(
        all, Arrays.stream(matching).sum(), interval(pairs, matching, batches, all));
  }

  /** The share of false negatives, in [0, 1]. */
  public double share() {
    return (double) matching / pairs;
  }

  /** A ratio of two sums over independent batches; its variance by linearisation. */
  private static Interval interval(long[] pairs, long[] matching, int batches, long all) {
    double share = (double) Arrays.stream(matching).sum() / all;
    double squares = 0;
    int counted = 0;
    for (int batch = 0; batch < batches; batch++) {
      if (pairs[batch] > 0) {
        double residual = matching[batch] - share * pairs[batch];
        squares += residual * residual;
        counted++;
      }
    }
    if (counted < 2) {
      return null;
    }
    double half = Interval.Z * Math.sqrt(squares * counted / (counted - 1.0)) / all;
    return new Interval(Math.max(0, share - half), Math.min(1, share + half));
  }
}
