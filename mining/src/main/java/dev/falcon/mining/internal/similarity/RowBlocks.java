package dev.falcon.mining.internal.similarity;

import dev.falcon.mining.algorithm.Candidates;
import dev.falcon.mining.algorithm.Selector;
import dev.falcon.mining.internal.certificate.Decider;
import dev.falcon.mining.internal.kernel.Kernel;
import dev.falcon.mining.internal.kernel.Parallel;
import java.util.function.Supplier;

/**
 * S of one search space in one of two forms: whole rows in memory, or rows that exist only while
 * they are looked at. Both give the same bits, but for dense rows of products from elsewhere.
 */
public interface RowBlocks {
  /**
   * Shows every row of S once, on all threads, in blocks of {@link Kernel#BLOCK} rows.
   *
   * @param worker makes one thread's viewer
   */
  void forEach(Parallel parallel, Supplier<Viewer> worker);

  /**
   * Shows some rows of S once, on all threads, in blocks of {@link Kernel#BLOCK} rows.
   *
   * @param chosen the rows; a block's first row is told by its place among them
   * @param worker makes one thread's viewer
   */
  void forEach(int[] chosen, Parallel parallel, Supplier<Viewer> worker);

  /** Answers for any anchor and rank over U; slower than {@link Brackets} where those suffice. */
  Selector selector(Candidates candidates);

  /**
   * One row of S, [|M|], +∞ at the row itself.
   *
   * @param buffer [|M|], in which it may be computed
   * @return the row, which is not changed
   */
  float[] row(int i, float[] buffer);

  /** Who decides between similarities: these rows may be near S, and not S. */
  default Decider decider() {
    return Decider.EXACT;
  }

  /** Looks at a block of rows. */
  @FunctionalInterface
  interface Viewer {
    /**
     * Looks; the rows must not be kept.
     *
     * @param firstRow the first row's index in the space, or among the chosen rows
     * @param rows row r of the block is {@code rows[r]}; +∞ on the diagonal
     * @param count how many rows the block has
     */
    void view(int firstRow, float[][] rows, int count);
  }
}
