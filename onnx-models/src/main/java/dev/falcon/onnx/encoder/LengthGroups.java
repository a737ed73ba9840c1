// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.encoder;

import dev.falcon.onnx.text.TextPipeline;
import dev.falcon.onnx.text.TokenBatch;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;

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
   * @param rows the indices of the rows in the whole batch, ascending
   * @param batch the rows with these indices
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Group(int[] rows, TokenBatch batch) {}

  /**
   * Returns the batch's groups, the shortest captions first.
   *
   * @param most the maximum number of rows per group; captions of one length may form several
   *     groups
   */
  static List<Group> of(TokenBatch batch, int most) {
    Map<Integer, List<Integer>> byLength = new TreeMap<>();
    for (int row = 0; row < batch.rows(); row++) {
      byLength.computeIfAbsent(length(batch, row), length -> new ArrayList<>()).add(row);
    }
    List<Group> groups = new ArrayList<>();
    byLength.forEach((length, rows) -> add(groups, batch, rows, length, most));
    return groups;
  }

  /**
   * Returns the batch in its original order and full length, in groups of at most this many rows.
   */
  static List<Group> uncut(TokenBatch batch, int most) {
    List<Group> groups = new ArrayList<>();
    List<Integer> rows = IntStream.range(0, batch.rows()).boxed().toList();
    add(groups, batch, rows, batch.length(), most);
    return groups;
  }

  private static void add(
      List<Group> groups, TokenBatch batch, List<Integer> rows, int length, int most) {
    for (int from = 0; from < rows.size(); from += most) {
      int[] part =
          rows.subList(from, Math.min(from + most, rows.size())).stream()
              .mapToInt(Integer::intValue)
              .toArray();
      groups.add(new Group(part, cut(batch, part, length)));
    }
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
