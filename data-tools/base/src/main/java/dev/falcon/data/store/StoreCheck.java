// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.store;

import dev.falcon.data.FalconException;
import dev.falcon.data.Futures;
import dev.falcon.data.Progress;
import dev.falcon.data.Reject;
import dev.falcon.data.store.internal.RepeatedHashes;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;

/**
 * Reads a whole store once and lists the unusable rows: those with a vector that is zero or not
 * finite, those without a key where there is a column of keys, and those whose key an earlier row
 * has. Files in Falcon's own layout are compared with the digests in the manifest. Uses all
 * processors of the common pool; the report does not depend on their number.
 *
 * <p>Memory: 12 bytes for each of the rows that are checked at once, at most {@value
 * #ROWS_AT_ONCE}; the memory of {@link RepeatedHashes}; half a MiB of vectors for each of {@value
 * #STRETCHES} stretches; and the rejected rows. Only the last part grows with the store.
 */
public final class StoreCheck {
  private static final int BLOCK_COMPONENTS = 1 << 16;
  private static final int STRETCHES = 64;
  private static final int ROWS_AT_ONCE = 1 << 22;

  private StoreCheck() {}

  /** Checks every row. */
  public static StoreReport run(EmbeddingStore store, Progress progress) {
    try (Progress.Task task = progress.begin("checking", store.rows(), "rows")) {
      int stretches = Math.toIntExact((store.rows() + ROWS_AT_ONCE - 1) / ROWS_AT_ONCE);
      return report(
          store,
          () ->
              IntStream.range(0, stretches)
                  .mapToObj(
                      stretch -> {
                        long first = (long) stretch * ROWS_AT_ONCE;
                        long end = Math.min(store.rows(), first + ROWS_AT_ONCE);
                        return rows(store, first, end, task);
                      })
                  .iterator());
    }
  }

  /**
   * Checks consecutive rows, and the digests of the shards that end with one of them.
   *
   * @param first the first row
   * @param end the row after the last
   * @throws FalconException if a file differs from the store's manifest
   */
  public static CheckedRows rows(EmbeddingStore store, long first, long end, Progress.Task task) {
    CompletableFuture<Void> digests =
        CompletableFuture.runAsync(() -> store.requireDigests(first, end));
    long stretchRows = (end - first + STRETCHES - 1) / STRETCHES;
    Shape shape = new Shape(store.dimension(), store.perImage(), store.hasImages());
    Optional<RowContents> summed = store.sums().map(RowSums::contents);
    int[] sums = new int[summed.isPresent() ? Math.toIntExact(end - first) : 0];
    AtomicLong rescaled = new AtomicLong();
    SortedMap<Long, String> reasons = new TreeMap<>();
    IntStream.range(0, STRETCHES)
        .parallel()
        .mapToObj(
            stretch -> {
              long from = first + stretch * stretchRows;
              long to = Math.min(end, from + stretchRows);
              Optional<RowSums.Sum> sum =
                  summed.map(contents -> new RowSums.Sum(store.all(), contents));
              return checkStretch(
                  store::readRaw,
                  shape,
                  from,
                  to,
                  task,
                  (row, image, imageOffset, text, textOffset) ->
                      sum.ifPresent(
                          each ->
                              sums[(int) (row - first)] =
                                  each.of(row, image, imageOffset, text, textOffset)));
            })
        .forEach(
            found -> {
              rescaled.addAndGet(found.rescaledRows());
              synchronized (reasons) {
                reasons.putAll(found.reasons());
              }
            });
    long[] keys =
        DuplicateKeys.hashes(
            store,
            first,
            end,
            row -> {
              synchronized (reasons) {
                reasons.put(row, Reject.NO_KEY);
              }
            });
    Futures.join(digests);
    return new CheckedRows(first, rescaled.get(), reasons, keys, sums);
  }

  /**
   * Returns the report of a whole store. If tasks share the check, also writes the checksums of the
   * rows for them.
   *
   * @param checked the checks of all rows; iterated over once
   */
  public static StoreReport report(EmbeddingStore store, Iterable<CheckedRows> checked) {
    SortedMap<Long, String> reasons = new TreeMap<>();
    long rescaled = 0;
    long[] repeated;
    Optional<RowSums> left = store.sums();
    try (RepeatedHashes hashes = new RepeatedHashes(store.rows());
        RowSums.Writer sums = left.map(each -> each.new Writer()).orElse(null)) {
      for (CheckedRows rows : checked) {
        reasons.putAll(rows.reasons());
        rescaled += rows.rescaledRows();
        hashes.add(rows.keyHashes());
        if (sums != null) {
          sums.add(rows.sums());
        }
      }
      repeated = hashes.find();
      if (sums != null) {
        sums.commit();
      }
    }
    SortedMap<Long, Long> duplicates = DuplicateKeys.find(store, repeated);
    PackedRejects rejects = rejects(store, reasons, duplicates);
    return new StoreReport(store.rows(), rescaled, rejects.rows(), rejects);
  }

  private static PackedRejects rejects(
      EmbeddingStore store, SortedMap<Long, String> reasons, SortedMap<Long, Long> duplicates) {
    SortedSet<Long> rows = new TreeSet<>(reasons.keySet());
    rows.addAll(duplicates.keySet());
    PackedRejects.Builder rejects = new PackedRejects.Builder();
    for (long row : rows) {
      rejects.add(
          row, store.key(row), reasons.getOrDefault(row, ""), duplicates.getOrDefault(row, -1L));
    }
    return rejects.build(store::source);
  }

  /**
   * The result of checking vectors.
   *
   * @param rescaledRows number of rows with a vector that is not normalised
   * @param reasons why each unusable row is unusable, by its number
   */
  public record StretchReport(long rescaledRows, SortedMap<Long, String> reasons) {}

  /** Checks the vectors of one shard; keys are compared separately, over all shards. */
  public static StretchReport vectors(StoreShard shard) {
    try (Progress.Task none = Progress.NONE.begin("checking", -1, "rows")) {
      Shape shape = new Shape(shard.dimension(), shard.perImage(), shard.hasImages());
      return checkStretch(
          shard::readStored, shape, 0, shard.rows(), none, (row, image, i, text, t) -> {});
    }
  }

  /**
   * The shape of the vectors.
   *
   * @param perImage number of vectors of an image
   * @param images whether there are image vectors; in a store of texts alone, text vectors take
   *     their place
   */
  private record Shape(int dimension, int perImage, boolean images) {
    int imageLength() {
      return dimension * perImage;
    }
  }

  /** Reads vectors as they are stored. */
  @FunctionalInterface
  private interface Stored {
    void read(long from, long to, float[] image, float[] text);
  }

  /** Receives a row as it is stored. */
  @FunctionalInterface
  private interface Seen {
    void take(long row, float[] image, int imageOffset, float[] text, int textOffset);
  }

  private static StretchReport checkStretch(
      Stored store, Shape shape, long first, long end, Progress.Task task, Seen seen) {
    int blockRows = Math.max(1, BLOCK_COMPONENTS / shape.imageLength());
    float[] image = new float[blockRows * shape.imageLength()];
    float[] text = new float[blockRows * shape.dimension()];
    long rescaled = 0;
    SortedMap<Long, String> reasons = new TreeMap<>();
    for (long from = first; from < end; from += blockRows) {
      int rows = (int) Math.min(blockRows, end - from);
      store.read(from, from + rows, image, text);
      rescaled += checkBlock(image, text, from, rows, shape, reasons);
      for (int i = 0; i < rows; i++) {
        seen.take(from + i, image, i * shape.imageLength(), text, i * shape.dimension());
      }
      task.advance(rows);
    }
    return new StretchReport(rescaled, reasons);
  }

  /**
   * Lists the rows with a vector that cannot be normalised, and counts the other rows that are not
   * normalised.
   */
  private static long checkBlock(
      float[] image,
      float[] text,
      long from,
      int rows,
      Shape shape,
      SortedMap<Long, String> reasons) {
    int dimension = shape.dimension();
    long rescaled = 0;
    for (int i = 0; i < rows; i++) {
      double imageNorm = leastUnit(image, i * shape.imageLength(), shape);
      double textNorm = Vectors.squaredNorm(text, i * dimension, dimension);
      if (!Vectors.hasDirection(imageNorm)) {
        reasons.put(from + i, reason(shape.images() ? "image" : "text", imageNorm));
      } else if (!Vectors.hasDirection(textNorm)) {
        reasons.put(from + i, reason("text", textNorm));
      } else if (!Vectors.isUnit(imageNorm) || !Vectors.isUnit(textNorm)) {
        rescaled++;
      }
    }
    return rescaled;
  }

  /**
   * Returns the squared norm of the first of an image's vectors that cannot be normalised or is not
   * normalised.
   */
  private static double leastUnit(float[] image, int offset, Shape shape) {
    double rescaled = Double.NaN;
    double last = Double.NaN;
    for (int number = 0; number < shape.perImage(); number++) {
      last = Vectors.squaredNorm(image, offset + number * shape.dimension(), shape.dimension());
      if (!Vectors.hasDirection(last)) {
        return last;
      }
      if (Double.isNaN(rescaled) && !Vectors.isUnit(last)) {
        rescaled = last;
      }
    }
    return Double.isNaN(rescaled) ? last : rescaled;
  }

  private static String reason(String side, double squaredNorm) {
    return squaredNorm == 0
        ? "its " + side + " vector is zero"
        : "its " + side + " vector holds NaN or an infinity";
  }
}
