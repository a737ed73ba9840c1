// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.corpus.internal.scan;

import dev.falcon.data.FalconException;
import dev.falcon.data.RandomStream;
import dev.falcon.kernels.Kernel;
import dev.falcon.mining.internal.certificate.ErrorBound;
import dev.falcon.mining.internal.certificate.OtherProduct;
import dev.falcon.onnx.session.NearestColumns;
import java.util.Locale;

/**
 * Searches single items with another library's product, whose error is at most a bound b. For each
 * row, the product returns the k nearest items and some more. Let v be its value of the k-th item
 * that is certainly within the row's bounds. The k nearest items by canonical score then all have
 * values of at least v - 2b: their scores are computed canonically, and the scan takes them as if
 * it had computed all scores. If the returned items do not reach below v - 2b, or an item is so
 * near a bound that it may be on either side, the kernel scans the row.
 *
 * <p>Every score that is computed canonically is compared with the returned value, and so are two
 * random entries of every row. All entries must be finite and of a possible magnitude.
 */
final class CertifiedScan {
  private static final int SLACK = 32;
  private static final int PROBES = 2;

  private final OtherProduct product;
  private final StripScan scan;
  private final StripScan.Rows rows;
  private final float[] queries;
  private final int dimension;
  private final PlainVectors left;

  /**
   * Creates a search for the rows of a scan.
   *
   * @param rows all rows
   * @param queries the queries' vectors, [rows x dimension]
   */
  CertifiedScan(
      OtherProduct product, StripScan scan, StripScan.Rows rows, float[] queries, int dimension) {
    this.product = product;
    this.scan = scan;
    this.rows = rows;
    this.queries = queries;
    this.dimension = dimension;
    this.left = PlainVectors.of(queries, dimension);
  }

  /** Returns the bytes that the answers of a query take. */
  static long bytes(int k) {
    return (Float.BYTES + (long) Long.BYTES) * (k + SLACK)
        + Float.BYTES * (2L * OtherProduct.LIMITS + PROBES + 4);
  }

  /** Searches a piece of the corpus. */
  void scan(PackedCorpus.Piece piece, PlainVectors right, float[] block, float[] other) {
    ErrorBound bound =
        ErrorBound.of(left.longest(), right.longest(), dimension, product.arithmetic());
    int asking = scan.rows();
    int columns = piece.items().length;
    int k = Math.min(columns, scan.k() + SLACK);
    NearestColumns.Query query =
        new NearestColumns.Query(
            left.values(),
            right.values(),
            asking,
            columns,
            dimension,
            most(bound),
            scan.isCounting() ? limits(bound) : new float[0],
            k,
            probes(piece));
    NearestColumns.Answer answer = product.answer(query);
    for (int r = 0; r < asking; r++) {
      Row row = new Row(r, piece, right, bound, query, answer);
      row.check();
      if (!row.take()) {
        scan.scanRow(rows, r, piece, block, other);
      }
    }
  }

  private float[] most(ErrorBound bound) {
    float[] most = new float[scan.rows()];
    for (int r = 0; r < most.length; r++) {
      most[r] = above(scan.high(r), bound);
    }
    return most;
  }

  /**
   * Returns two limits per counted value: a product above the first is certainly greater than the
   * value, and one above the second may be.
   */
  private float[] limits(ErrorBound bound) {
    float[] limits = new float[scan.rows() * OtherProduct.LIMITS];
    int at = 0;
    for (int r = 0; r < scan.rows(); r++) {
      for (float value : scan.countedAbove(r)) {
        limits[at++] = above(value, bound);
        limits[at++] = Math.nextDown((float) (value - bound.product()));
      }
    }
    return limits;
  }

  private static float above(float value, ErrorBound bound) {
    return Math.nextUp((float) (value + bound.product()));
  }

  private static long[] probes(PackedCorpus.Piece piece) {
    RandomStream random = RandomStream.of(0, "spot-check", piece.items()[0], piece.items().length);
    long[] probes = new long[PROBES];
    for (int x = 0; x < PROBES; x++) {
      probes[x] = random.nextInt(piece.items().length);
    }
    return probes;
  }

  private FalconException outside(String reason) {
    return new FalconException(
        product.describe()
            + " does not multiply as exactly as lists need: "
            + reason
            + "; search on the processor");
  }

  /** One row of an answer. */
  private final class Row {
    private final int r;
    private final PackedCorpus.Piece piece;
    private final PlainVectors right;
    private final ErrorBound bound;
    private final NearestColumns.Query query;
    private final NearestColumns.Answer answer;
    private final float[] vector = new float[dimension];

    private Row(
        int r,
        PackedCorpus.Piece piece,
        PlainVectors right,
        ErrorBound bound,
        NearestColumns.Query query,
        NearestColumns.Answer answer) {
      this.r = r;
      this.piece = piece;
      this.right = right;
      this.bound = bound;
      this.query = query;
      this.answer = answer;
    }

    private void check() {
      double most = bound.greatest();
      if (answer.zeros()[r] != 0 || answer.greatest()[r] > most || answer.least()[r] < -most) {
        throw outside("some products are not numbers, or greater than they can be");
      }
      for (int x = 0; x < PROBES; x++) {
        canonical((int) query.probes()[x], answer.probed()[r * PROBES + x]);
      }
    }

    /** Returns the canonical score of a column, and checks that the returned value is near it. */
    private float canonical(int column, float value) {
      right.values().get(column * dimension, vector);
      float score = Kernel.cosine(queries, vector, dimension, r, 0) + 0f;
      if (!(Math.abs((double) value - score) <= bound.product())) {
        throw outside(
            String.format(
                Locale.ROOT,
                "it returns %s, which is not within %3$.2g of %2$s",
                value,
                score,
                bound.product()));
      }
      return score;
    }

    /** Takes the items of the row that are certain; returns whether these are all. */
    private boolean take() {
      if (scan.isCounting() && inDoubt()) {
        return false;
      }
      int k = query.k();
      int first = r * k;
      int found = found(first, k);
      double cut = cut(first, found);
      boolean all = k == query.columns() || found < k;
      if (!all && !(answer.values()[first + found - 1] < cut)) {
        return false;
      }
      for (int x = first; x < first + found && answer.values()[x] >= cut; x++) {
        int column = Math.toIntExact(answer.columns()[x]);
        int item = piece.items()[column];
        if (!scan.isExcluded(r, item)) {
          scan.take(r, canonical(column, answer.values()[x]), item);
        }
      }
      if (scan.isCounting()) {
        int at = r * OtherProduct.LIMITS;
        float[] counts = answer.counts();
        scan.addCounts(r, (long) counts[at], (long) counts[at + 2], (long) counts[at + 4]);
      }
      return true;
    }

    /** Returns whether any item is so near a counted value that it may be on either side. */
    private boolean inDoubt() {
      int at = r * OtherProduct.LIMITS;
      for (int x = at; x < at + OtherProduct.LIMITS; x += 2) {
        if (answer.counts()[x] != answer.counts()[x + 1]) {
          return true;
        }
      }
      return false;
    }

    private int found(int first, int k) {
      int found = k;
      while (found > 0 && answer.values()[first + found - 1] == Float.NEGATIVE_INFINITY) {
        found--;
      }
      return found;
    }

    /** Returns the value below which an item is certainly not a candidate. */
    private double cut(int first, int found) {
      double cut = scan.low(r) - bound.product();
      double within = scan.high(r) - bound.product();
      int certain = 0;
      for (int x = first; x < first + found; x++) {
        int item = piece.items()[Math.toIntExact(answer.columns()[x])];
        if (answer.values()[x] <= within && !scan.isExcluded(r, item) && ++certain == scan.k()) {
          return Math.max(cut, answer.values()[x] - 2 * bound.product());
        }
      }
      return cut;
    }
  }
}
