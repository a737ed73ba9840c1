// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.internal.run;

import dev.falcon.data.RequestException;
import dev.falcon.mining.internal.similarity.Brackets;
import dev.falcon.mining.internal.similarity.CompactRows;
import dev.falcon.mining.internal.similarity.DenseRows;
import dev.falcon.mining.request.MiningRequest;

/**
 * The memory use of a run: whether S is dense or compact, and how many search spaces are mined at a
 * time.
 *
 * @param compact whether S is not stored
 * @param spacesAtOnce the number of search spaces mined concurrently, each on its own thread; 1
 *     means one space at a time on all threads
 */
public record MemoryPlan(boolean compact, int spacesAtOnce) {
  /** The greatest |M| with which a space is too small to occupy several threads. */
  private static final int SMALL_SPACE = 8192;

  /**
   * Plans the memory for spaces of one size.
   *
   * @param size |M|
   * @param dimension the length of a vector
   * @param perImage the number of vectors of an image
   * @param levels the number of quantiles per row that are kept
   * @param beside the bytes of a space other than its vectors, S and brackets
   * @param budget the limit on the total bytes
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
   * Returns the bytes of the vectors: twice as they are read (one space is read while another is
   * mined), and packed for the kernel as rows and as columns.
   */
  private static long vectorBytes(int size, int dimension, int perImage) {
    return 4L * size * dimension * (1L + perImage) * (2 + 2);
  }
}
