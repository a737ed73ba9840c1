// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.embed.pipeline;

import dev.falcon.data.store.Vectors;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Rows that pass through a graph together. The batch is ready when it is closed and every row is
 * prepared.
 *
 * @param <T> the type of the content, which holds the rows until the graph reads them
 */
final class EncoderBatch<T> {
  private final T content;
  private final List<PendingVector> rows = new ArrayList<>();
  private final AtomicInteger unprepared = new AtomicInteger(1); // 1 while the batch is open

  EncoderBatch(T content) {
    this.content = content;
  }

  T content() {
    return content;
  }

  int size() {
    return rows.size();
  }

  /** Adds a row that is still to be prepared. */
  PendingVector add() {
    PendingVector row = new PendingVector();
    rows.add(row);
    unprepared.incrementAndGet();
    return row;
  }

  /**
   * Reports that a row is prepared, or that the batch is closed; returns whether the batch is now
   * ready.
   */
  boolean prepared() {
    return unprepared.decrementAndGet() == 0;
  }

  /** Returns whether any row still needs a vector. */
  boolean isWanted() {
    return rows.stream().anyMatch(row -> !row.isSettled());
  }

  /**
   * Normalises the vectors to unit length and completes the rows with them.
   *
   * @param vectors the graph's output // [rows x perRow x dimension]
   */
  void settle(float[] vectors, int perRow, int dimension) {
    int length = perRow * dimension;
    for (int i = 0; i < rows.size(); i++) {
      float[] own = Arrays.copyOfRange(vectors, i * length, (i + 1) * length);
      rows.get(i).settle(unit(own, dimension));
    }
  }

  /** Completes a row without a vector. */
  void reject(int row, String reason) {
    rows.get(row).settle(new Encoded.Unusable(reason));
  }

  private static Encoded unit(float[] vectors, int dimension) {
    for (int from = 0; from < vectors.length; from += dimension) {
      double squaredNorm = Vectors.toUnit(vectors, from, dimension);
      if (!Vectors.hasDirection(squaredNorm)) {
        return new Encoded.Unusable(
            "the model gives a vector without direction; its squared norm is " + squaredNorm);
      }
    }
    return new Encoded.Vector(vectors);
  }

  void fail(Throwable failure) {
    rows.forEach(row -> row.fail(failure));
  }
}
