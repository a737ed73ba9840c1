// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.corpus.internal.scan;

import dev.falcon.kernels.CrossKernel;
import dev.falcon.kernels.Kernel;
import dev.falcon.kernels.Parallel;
import dev.falcon.mining.corpus.internal.CorpusItems;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The corpus as columns of a kernel, in pieces of at most {@value #PIECE_BYTES} bytes. Pieces are
 * packed on demand: all of them if they fit into the budget, otherwise one run of them at a time.
 */
final class PackedCorpus {
  private static final int PIECE_BYTES = 1 << 24;
  private static final int BLOCK = CrossKernel.BLOCK;
  // While the pieces of a run are read, each thread packs one more.
  private static final long PIECES_A_THREAD = 3;

  private final CorpusItems corpus;
  private final CrossKernel kernel;
  private final ColumnOrder order;
  private final int[] starts; // of the pieces, and the end of the last
  private final int[] runs; // the first piece of each run, and the number of pieces
  private final Piece[] packed;
  private final boolean plain;

  /**
   * Consecutive columns.
   *
   * @param vectors the packed vectors, one entry per vector of an item
   * @param items the item of each column
   * @param twins whether the items are twins, not singles
   * @param cluster the cluster of the items; {@link ColumnOrder#ALL} without clusters
   * @param plain the same vectors for another library's product, if one is used
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Piece(
      CrossKernel.Packed[] vectors,
      int[] items,
      boolean twins,
      int cluster,
      Optional<PlainVectors> plain) {}

  /**
   * Creates a packed corpus, of which nothing is read yet.
   *
   * @param order the order of the columns
   * @param budget the limit on the bytes of columns, including those that threads are packing
   * @param plain whether singles are also kept unpacked for another library's product
   */
  PackedCorpus(
      CorpusItems corpus,
      CrossKernel kernel,
      ColumnOrder order,
      int threads,
      long budget,
      boolean plain) {
    this.corpus = corpus;
    this.plain = plain;
    this.kernel = kernel;
    this.order = order;
    long column = columnBytes(corpus, plain);
    long most = Math.max(BLOCK, PIECE_BYTES / column / BLOCK * BLOCK);
    boolean whole = order.padded() * column + threads * most * column <= budget;
    long fit = budget / column / (PIECES_A_THREAD * threads) / BLOCK * BLOCK;
    int pieceColumns = Math.toIntExact(whole ? most : Math.max(BLOCK, Math.min(most, fit)));
    this.starts = pieces(order, pieceColumns);
    this.runs = runs(whole ? Long.MAX_VALUE : budget / column - (long) threads * pieceColumns);
    this.packed = new Piece[starts.length - 1];
  }

  private static long columnBytes(CorpusItems corpus, boolean plain) {
    return 4L * corpus.store().dimension() * (corpus.perItem() + (plain ? 1 : 0));
  }

  private static int[] pieces(ColumnOrder order, int most) {
    IntStream.Builder starts = IntStream.builder();
    for (int stretch = 0; stretch < order.stretches(); stretch++) {
      for (int from = order.start(stretch); from < order.start(stretch + 1); from += most) {
        starts.add(from);
      }
    }
    return starts.add(order.start(order.stretches())).build().toArray();
  }

  /** Divides the pieces into runs of at most this many columns, or of one piece. */
  private int[] runs(long columns) {
    IntStream.Builder first = IntStream.builder();
    int pieces = starts.length - 1;
    long used = 0;
    for (int piece = 0; piece < pieces; piece++) {
      long padded = (long) Kernel.blocks(starts[piece + 1] - starts[piece]) * BLOCK;
      if (piece == 0 || used + padded > columns) {
        first.add(piece);
        used = 0;
      }
      used += padded;
    }
    return first.add(pieces).build().toArray();
  }

  /** Returns the least budget with which a corpus can be searched, in bytes. */
  static long leastBytes(CorpusItems corpus, int threads, boolean plain) {
    return PIECES_A_THREAD * threads * BLOCK * columnBytes(corpus, plain);
  }

  /** Returns the budget that suffices for the whole corpus, in bytes. */
  static long mostBytes(CorpusItems corpus, ColumnOrder order, int threads, boolean plain) {
    long column = columnBytes(corpus, plain);
    long block = BLOCK * column;
    return order.padded() * column + threads * Math.max(block, PIECE_BYTES);
  }

  /** Returns the number of runs of pieces; if it is 1, the corpus stays in memory. */
  int runs() {
    return runs.length - 1;
  }

  /** Packs a run of pieces, unless it is packed already; those of other runs are dropped. */
  Piece[] run(int number, Parallel parallel) {
    int from = runs[number];
    int to = runs[number + 1];
    Arrays.fill(packed, 0, from, null);
    Arrays.fill(packed, to, packed.length, null);
    parallel.forEach(
        to - from,
        () ->
            offset -> {
              if (packed[from + offset] == null) {
                packed[from + offset] = pack(from + offset);
              }
            });
    return Arrays.copyOfRange(packed, from, to);
  }

  private Piece pack(int piece) {
    int first = starts[piece];
    boolean twins = order.areTwins(first);
    int[] items = new int[starts[piece + 1] - first];
    Arrays.setAll(items, x -> order.item(first + x));
    float[][] vectors = corpus.read(items);
    CrossKernel.Packed[] columns = new CrossKernel.Packed[vectors.length];
    int dimension = corpus.store().dimension();
    Arrays.setAll(columns, n -> kernel.columns(vectors[n], items.length, dimension));
    return new Piece(
        columns,
        items,
        twins,
        order.cluster(first),
        plain && !twins ? Optional.of(PlainVectors.of(vectors[0], dimension)) : Optional.empty());
  }
}
