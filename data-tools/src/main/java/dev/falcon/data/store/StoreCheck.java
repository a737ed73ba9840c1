package dev.falcon.data.store;

import dev.falcon.data.Progress;
import dev.falcon.data.Reject;
import dev.falcon.data.store.internal.DuplicateKeys;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;

/**
 * Reads a whole store once and lists the rows that cannot be used: a vector that is zero or not
 * finite, a key that an earlier row has. Runs on all processors of the common pool; the report does
 * not depend on their number.
 *
 * <p>Memory: sixteen bytes a row while hashes of the keys are sorted, half a MiB a stretch of
 * {@value #STRETCHES} for vectors, and what the rejected rows take. A store of more than 2^31 rows
 * is not checked.
 */
public final class StoreCheck {
  private static final int BLOCK_COMPONENTS = 1 << 16;
  private static final int STRETCHES = 64;

  private StoreCheck() {}

  /** Checks every row. */
  public static StoreReport run(EmbeddingStore store, Progress progress) {
    long stretchRows = (store.rows() + STRETCHES - 1) / STRETCHES;
    AtomicLong rescaled = new AtomicLong();
    SortedMap<Long, String> reasons = new TreeMap<>();
    try (Progress.Task task = progress.begin("checking", store.rows(), "rows")) {
      IntStream.range(0, STRETCHES)
          .parallel()
          .mapToObj(stretch -> checkStretch(store, stretch * stretchRows, stretchRows, task))
          .forEach(
              found -> {
                rescaled.addAndGet(found.rescaledRows());
                synchronized (reasons) {
                  reasons.putAll(found.reasons());
                }
              });
    }
    DuplicateKeys.find(store)
        .forEach(
            (row, first) ->
                reasons.merge(
                    row, "its key is that of row " + first + " too", (a, b) -> a + "; " + b));
    List<Reject> rejects = new ArrayList<>();
    reasons.forEach(
        (row, reason) ->
            rejects.add(new Reject(store.source(row) + ", row " + row, store.key(row), reason)));
    return new StoreReport(
        store.rows(), rescaled.get(), new ArrayList<>(reasons.keySet()), rejects);
  }

  private record StretchReport(long rescaledRows, SortedMap<Long, String> reasons) {}

  private static StretchReport checkStretch(
      EmbeddingStore store, long first, long stretchRows, Progress.Task task) {
    long end = Math.min(store.rows(), first + stretchRows);
    int dimension = store.dimension();
    int blockRows = Math.max(1, BLOCK_COMPONENTS / store.imageLength());
    float[] image = new float[blockRows * store.imageLength()];
    float[] text = new float[blockRows * dimension];
    long rescaled = 0;
    SortedMap<Long, String> reasons = new TreeMap<>();
    for (long from = first; from < end; from += blockRows) {
      int rows = (int) Math.min(blockRows, end - from);
      store.readRaw(from, from + rows, image, text);
      rescaled += checkBlock(image, text, from, rows, store, reasons);
      task.advance(rows);
    }
    return new StretchReport(rescaled, reasons);
  }

  /** Lists the rows without a direction; how many others are not normalised. */
  private static long checkBlock(
      float[] image,
      float[] text,
      long from,
      int rows,
      EmbeddingStore store,
      SortedMap<Long, String> reasons) {
    int dimension = store.dimension();
    long rescaled = 0;
    for (int i = 0; i < rows; i++) {
      double imageNorm = leastUnit(image, i * store.imageLength(), store);
      double textNorm = Vectors.squaredNorm(text, i * dimension, dimension);
      if (!Vectors.hasDirection(imageNorm)) {
        reasons.put(from + i, reason("image", imageNorm));
      } else if (!Vectors.hasDirection(textNorm)) {
        reasons.put(from + i, reason("text", textNorm));
      } else if (!Vectors.isUnit(imageNorm) || !Vectors.isUnit(textNorm)) {
        rescaled++;
      }
    }
    return rescaled;
  }

  /** The squared norm of an image's first vector that has no direction or is not normalised. */
  private static double leastUnit(float[] image, int offset, EmbeddingStore store) {
    double rescaled = Double.NaN;
    double last = Double.NaN;
    for (int number = 0; number < store.perImage(); number++) {
      last = Vectors.squaredNorm(image, offset + number * store.dimension(), store.dimension());
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
