package dev.falcon.onnx.encoder;

import dev.falcon.onnx.text.TextPipeline;
import dev.falcon.onnx.text.TokenBatch;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Groups a batch's captions by length to avoid padding. A caption's group depends only on itself,
 * so its vector does not depend on the batch.
 */
final class LengthGroups {
  /** Lengths are rounded up to a multiple of this, so that there are few groups. */
  private static final int STEP = TextPipeline.STEP;

  private LengthGroups() {}

  /**
   * Captions of one length.
   *
   * @param rows of the whole batch, ascending
   * @param batch those rows
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Group(int[] rows, TokenBatch batch) {}

  /** The batch's groups, the shortest captions first. */
  static List<Group> of(TokenBatch batch) {
    Map<Integer, List<Integer>> byLength = new TreeMap<>();
    for (int row = 0; row < batch.rows(); row++) {
      byLength.computeIfAbsent(length(batch, row), length -> new ArrayList<>()).add(row);
    }
    return byLength.entrySet().stream()
        .map(
            entry -> {
              int[] rows = entry.getValue().stream().mapToInt(Integer::intValue).toArray();
              return new Group(rows, cut(batch, rows, entry.getKey()));
            })
        .toList();
  }

  private static int length(TokenBatch batch, int row) {
    int used = 1;
    for (int place = 0; place < batch.length(); place++) {
      if (batch.mask()[row * batch.length() + place] != 0) {
        used = place + 1;
      }
    }
    return Math.min(batch.length(), (used + STEP - 1) / STEP * STEP);
  }

  private static TokenBatch cut(TokenBatch batch, int[] rows, int length) {
    int[] ids = new int[rows.length * length];
    int[] mask = new int[ids.length];
    for (int i = 0; i < rows.length; i++) {
      int from = rows[i] * batch.length();
      System.arraycopy(batch.ids(), from, ids, i * length, length);
      System.arraycopy(batch.mask(), from, mask, i * length, length);
    }
    return new TokenBatch(rows.length, length, ids, mask);
  }

  /** Copies a group's vectors to their rows in the batch. */
  static void scatter(float[] vectors, int[] rows, float[] all) {
    int dimension = vectors.length / rows.length;
    for (int i = 0; i < rows.length; i++) {
      System.arraycopy(vectors, i * dimension, all, rows[i] * dimension, dimension);
    }
  }
}
