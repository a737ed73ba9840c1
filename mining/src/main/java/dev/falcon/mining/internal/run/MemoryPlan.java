package dev.falcon.mining.internal.run;

import dev.falcon.data.RequestException;
import dev.falcon.mining.internal.similarity.Brackets;
import dev.falcon.mining.internal.similarity.CompactRows;
import dev.falcon.mining.internal.similarity.DenseRows;
import dev.falcon.mining.request.MiningRequest;

/**
 * The memory use of a run: S dense or compact, and the number of search spaces at a time.
 *
 * @param compact whether S is not stored
 * @param spacesAtOnce number of search spaces mined side by side, each on its own thread; 1 means
 *     one space at a time on all threads
 */
public record MemoryPlan(boolean compact, int spacesAtOnce) {
  /** Up to this |M| a space is too small to occupy several threads. */
  private static final int SMALL_SPACE = 8192;

  /**
   * Plans for spaces of one size.
   *
   * @param beside bytes of a space beside its vectors, S and brackets
   * @param budget limit on the total bytes
   * @throws RequestException if not even the compact form fits
   */
  public static MemoryPlan of(
      int size, int dimension, int perImage, int levels, int threads, long beside, long budget) {
    long each =
        vectorBytes(size, dimension, perImage)
            + Brackets.bytes(size, levels)
            + 4L * size * levels
            + beside;
    long dense = each + DenseRows.bytes(size);
    if (size <= SMALL_SPACE && threads > 1 && budget / dense > 1) {
      return new MemoryPlan(false, (int) Math.min(threads, budget / dense));
    }
    if (dense <= budget) {
      return new MemoryPlan(false, 1);
    }
    long compact = each + CompactRows.bytes(size, threads);
    if (compact > budget) {
      throw new RequestException(
          "a search space of "
              + size
              + " rows needs a memory of "
              + MiningRequest.Execution.megabytesFor(compact)
              + " MB, more than there is; give that, or a smaller search-space");
    }
    return new MemoryPlan(true, 1);
  }

  /**
   * The vectors twice (one space is read while another is mined) and packed for the kernel, which
   * has them as rows and as columns.
   */
  private static long vectorBytes(int size, int dimension, int perImage) {
    return 4L * size * dimension * (1L + perImage) * (2 + 2);
  }
}
