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
 * <p>Memory: sixteen bytes a row while hashes of the keys are sorted, two MiB a thread for vectors,
 * and what the rejected rows take. A store of more than 2^31 rows is not checked.
 */
public final class StoreCheck {
  private static final int BLOCK_COMPONENTS = 1 << 18;

  private StoreCheck() {}

  /** Checks every row. */
  public static StoreReport run(EmbeddingStore store, Progress progress) {
    int blockRows = Math.max(1, BLOCK_COMPONENTS / store.dimension());
    int blocks = Math.toIntExact((store.rows() + blockRows - 1) / blockRows);
    AtomicLong rescaled = new AtomicLong();
    SortedMap<Long, String> reasons = new TreeMap<>();
    try (Progress.Task task = progress.begin("checking", store.rows(), "rows")) {
      IntStream.range(0, blocks)
          .parallel()
          .mapToObj(block -> checkBlock(store, block, blockRows, task))
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

  private record BlockReport(long rescaledRows, SortedMap<Long, String> reasons) {}

  private static BlockReport checkBlock(
      EmbeddingStore store, int block, int blockRows, Progress.Task task) {
    long from = (long) block * blockRows;
    long to = Math.min(store.rows(), from + blockRows);
    int rows = (int) (to - from);
    int dimension = store.dimension();
    float[] image = new float[rows * dimension];
    float[] text = new float[rows * dimension];
    store.readRaw(from, to, image, text);
    long rescaled = 0;
    SortedMap<Long, String> reasons = new TreeMap<>();
    for (int i = 0; i < rows; i++) {
      double imageNorm = Vectors.squaredNorm(image, i * dimension, dimension);
      double textNorm = Vectors.squaredNorm(text, i * dimension, dimension);
      if (!Vectors.hasDirection(imageNorm)) {
        reasons.put(from + i, reason("image", imageNorm));
      } else if (!Vectors.hasDirection(textNorm)) {
        reasons.put(from + i, reason("text", textNorm));
      } else if (!Vectors.isUnit(imageNorm) || !Vectors.isUnit(textNorm)) {
        rescaled++;
      }
    }
    task.advance(rows);
    return new BlockReport(rescaled, reasons);
  }

  private static String reason(String side, double squaredNorm) {
    return squaredNorm == 0
        ? "its " + side + " vector is zero"
        : "its " + side + " vector holds NaN or an infinity";
  }
}
