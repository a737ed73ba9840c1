package dev.falcon.mining.internal.constraint;

import dev.falcon.mining.algorithm.Conflicts;
import dev.falcon.mining.constraint.PositiveMargin;
import dev.falcon.mining.internal.kernel.Kernel;
import dev.falcon.mining.internal.kernel.Parallel;
import dev.falcon.mining.internal.similarity.PackedSpace;
import dev.falcon.mining.similarity.SpaceVectors;
import java.util.Arrays;

/**
 * Pairs of samples of which the vectors say that one's caption may be true of the other's image: it
 * is nearly as similar to it as to its own. They are kept apart as long as a batch can be filled
 * without them.
 */
public final class SuspectedMatches implements Conflicts {
  /** What is counted when a candidate is withheld. */
  public static final String REASON = "suspected-match";

  private final int rows;
  // A bit a pair, both ways. Bytes, since a block of the kernel is whole bytes wide: threads that
  // write neighbouring blocks share none.
  private final byte[][] suspected;

  private SuspectedMatches(int rows) {
    this.rows = rows;
    this.suspected = new byte[rows][(rows + Byte.SIZE - 1) / Byte.SIZE];
  }

  /** Bytes that looking at such a search space takes: its pairs, and its vectors packed anew. */
  public static long bytes(int size, int dimension, int perImage) {
    return (long) size * ((size + Byte.SIZE - 1) / Byte.SIZE)
        + 4L * size * dimension * (1L + perImage) * 2;
  }

  /** Looks at all pairs of a search space. */
  public static SuspectedMatches of(
      SpaceVectors vectors, PositiveMargin margin, Kernel kernel, Parallel parallel) {
    SuspectedMatches matches = new SuspectedMatches(vectors.rows());
    float[] bounds = new float[vectors.rows()];
    for (int i = 0; i < bounds.length; i++) {
      bounds[i] = margin.bound(vectors.cosine(i, i));
    }
    Kernel.Packed packed = PackedSpace.of(kernel, vectors, null);
    int blocks = Kernel.blocks(vectors.rows());
    parallel.forEach(
        blocks,
        () -> {
          float[] forth = new float[Kernel.BLOCK * Kernel.BLOCK];
          float[] back = new float[forth.length];
          return rowBlock -> {
            for (int columnBlock = rowBlock; columnBlock < blocks; columnBlock++) {
              packed.products(rowBlock, columnBlock, forth, back);
              matches.mark(
                  rowBlock * Kernel.BLOCK, columnBlock * Kernel.BLOCK, forth, back, bounds);
            }
          };
        });
    return matches;
  }

  private void mark(int firstRow, int firstColumn, float[] forth, float[] back, float[] bounds) {
    int lastRow = Math.min(rows, firstRow + Kernel.BLOCK);
    int lastColumn = Math.min(rows, firstColumn + Kernel.BLOCK);
    for (int i = firstRow; i < lastRow; i++) {
      int at = (i - firstRow) * Kernel.BLOCK - firstColumn;
      for (int j = Math.max(i + 1, firstColumn); j < lastColumn; j++) {
        // Caption j of image i, and caption i of image j.
        if (forth[at + j] > bounds[j] || back[at + j] > bounds[i]) {
          suspected[i][j / Byte.SIZE] |= (byte) (1 << j % Byte.SIZE);
          suspected[j][i / Byte.SIZE] |= (byte) (1 << i % Byte.SIZE);
        }
      }
    }
  }

  @Override
  public String reason() {
    return REASON;
  }

  @Override
  public boolean lenient() {
    return true;
  }

  @Override
  public int[] with(int sample) {
    byte[] row = suspected[sample];
    int[] found = new int[16];
    int count = 0;
    for (int at = 0; at < row.length; at++) {
      for (int bits = row[at] & 0xFF; bits != 0; bits &= bits - 1) {
        if (count == found.length) {
          found = Arrays.copyOf(found, 2 * count);
        }
        found[count++] = at * Byte.SIZE + Integer.numberOfTrailingZeros(bits);
      }
    }
    return Arrays.copyOf(found, count);
  }
}
