package dev.falcon.mining.corpus.internal.scan;

import dev.falcon.kernels.CrossKernel;
import dev.falcon.kernels.Parallel;
import dev.falcon.mining.corpus.internal.CorpusItems;
import dev.falcon.mining.corpus.internal.same.CaptionGroups;
import java.util.Arrays;
import java.util.Optional;

/**
 * The corpus as columns of a kernel, in pieces of at most {@value #PIECE_BYTES} bytes: first
 * singles, then twins, group by group. Pieces are packed on demand: all of them if they fit into
 * the budget, otherwise one run of them at a time.
 */
public final class PackedCorpus {
  private static final int PIECE_BYTES = 1 << 24;
  private static final int BLOCK = CrossKernel.BLOCK;
  // While the pieces of a run are read, each thread packs one more.
  private static final long PIECES_A_THREAD = 3;

  private final CorpusItems corpus;
  private final CrossKernel kernel;
  private final Optional<CaptionGroups> captions;
  private final int pieceColumns;
  private final int pieces;
  private final int singlePieces;
  private final int atOnce;
  private final Piece[] packed;
  private final boolean plain;

  /**
   * Consecutive columns.
   *
   * @param vectors the packed vectors, one entry per vector of an item
   * @param items the item of each column
   * @param twins whether the items are twins, not singles
   * @param plain the same vectors for another library's product, if one is used
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Piece(
      CrossKernel.Packed[] vectors, int[] items, boolean twins, Optional<PlainVectors> plain) {}

  /**
   * Creates a packed corpus, of which nothing is read yet.
   *
   * @param captions the groups of items with the same text, if they are distinguished
   * @param budget the limit on the bytes of columns, including those that threads are packing
   * @param plain whether singles are also kept unpacked for another library's product
   */
  public PackedCorpus(
      CorpusItems corpus,
      CrossKernel kernel,
      Optional<CaptionGroups> captions,
      int threads,
      long budget,
      boolean plain) {
    this.corpus = corpus;
    this.plain = plain;
    this.kernel = kernel;
    this.captions = captions;
    long column = columnBytes(corpus, plain);
    long most = Math.max(BLOCK, PIECE_BYTES / column / BLOCK * BLOCK);
    boolean whole = corpus.count() * column + threads * most * column <= budget;
    long fit = budget / column / (PIECES_A_THREAD * threads) / BLOCK * BLOCK;
    this.pieceColumns = Math.toIntExact(whole ? most : Math.max(BLOCK, Math.min(most, fit)));
    int singles = captions.map(CaptionGroups::singles).orElse(corpus.count());
    this.singlePieces = pieces(singles);
    this.pieces = singlePieces + pieces(corpus.count() - singles);
    long atOnce = budget / (pieceColumns * column) - threads;
    this.atOnce = whole ? pieces : (int) Math.max(1, Math.min(pieces, atOnce));
    this.packed = new Piece[pieces];
  }

  private static long columnBytes(CorpusItems corpus, boolean plain) {
    return 4L * corpus.store().dimension() * (corpus.perItem() + (plain ? 1 : 0));
  }

  private int pieces(int columns) {
    return (columns + pieceColumns - 1) / pieceColumns;
  }

  /** Returns the least budget with which a corpus can be searched, in bytes. */
  static long leastBytes(CorpusItems corpus, int threads, boolean plain) {
    return PIECES_A_THREAD * threads * BLOCK * columnBytes(corpus, plain);
  }

  /** Returns the budget that suffices for the whole corpus, in bytes. */
  static long mostBytes(CorpusItems corpus, int threads, boolean plain) {
    long column = columnBytes(corpus, plain);
    long block = BLOCK * column;
    return corpus.count() * column + threads * Math.max(block, PIECE_BYTES);
  }

  /** Returns the number of runs of pieces; if it is 1, the corpus stays in memory. */
  public int runs() {
    return (pieces + atOnce - 1) / atOnce;
  }

  /** Packs a run of pieces, unless it is packed already; those of other runs are dropped. */
  public Piece[] run(int number, Parallel parallel) {
    int from = number * atOnce;
    int to = Math.min(pieces, from + atOnce);
    for (int piece = 0; piece < pieces; piece++) {
      if (piece < from || piece >= to) {
        packed[piece] = null;
      }
    }
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
    boolean twins = piece >= singlePieces;
    int singles = captions.map(CaptionGroups::singles).orElse(corpus.count());
    int first = twins ? singles + (piece - singlePieces) * pieceColumns : piece * pieceColumns;
    int end = Math.min(first + pieceColumns, twins ? corpus.count() : singles);
    int[] items = new int[end - first];
    int[] order = captions.map(CaptionGroups::order).orElse(new int[0]);
    Arrays.setAll(items, x -> order.length == 0 ? first + x : order[first + x]);
    float[][] vectors = corpus.read(items);
    CrossKernel.Packed[] columns = new CrossKernel.Packed[vectors.length];
    int dimension = corpus.store().dimension();
    Arrays.setAll(columns, n -> kernel.columns(vectors[n], items.length, dimension));
    return new Piece(
        columns,
        items,
        twins,
        plain && !twins ? Optional.of(PlainVectors.of(vectors[0], dimension)) : Optional.empty());
  }
}
