package dev.falcon.mining.internal.constraint;

import dev.falcon.mining.algorithm.Conflicts;
import dev.falcon.mining.constraint.PositiveMargin;
import dev.falcon.mining.internal.kernel.Kernel;
import dev.falcon.mining.internal.kernel.Parallel;
import dev.falcon.mining.internal.product.KernelProducts;
import dev.falcon.mining.internal.product.ProductViewer;
import dev.falcon.mining.internal.similarity.PackedSpace;
import dev.falcon.mining.similarity.SpaceVectors;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Pairs of samples of which the vectors say that one's caption may be true of the other's image: it
 * is nearly as similar to it as to its own. They are kept apart as long as a batch can be filled
 * without them.
 */
public final class SuspectedMatches implements Conflicts, ProductViewer {
  /** What is counted when a candidate is withheld. */
  public static final String REASON = "suspected-match";

  // Written by bytes and read by longs.
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private final Kernel kernel;
  private final int rows;
  // Of each caption; what fills the last block up has none.
  private final float[] bounds;
  // A bit a pair, both ways. Bytes, since a block of the kernel is whole bytes wide: threads that
  // write neighbouring blocks share none.
  private final byte[][] suspected;

  /** Suspects none yet: {@link #view} is to be shown all products of the search space. */
  public SuspectedMatches(SpaceVectors vectors, PositiveMargin margin, Kernel kernel) {
    this(bounds(vectors, margin), kernel);
  }

  /**
   * With bounds that are given.
   *
   * @param own the greatest similarity of each caption to another image that is no cause, [rows]
   */
  SuspectedMatches(float[] own, Kernel kernel) {
    this.kernel = kernel;
    this.rows = own.length;
    this.suspected = new byte[rows][rowBytes(rows)];
    this.bounds = new float[Kernel.blocks(rows) * Kernel.BLOCK];
    Arrays.fill(bounds, Float.POSITIVE_INFINITY);
    System.arraycopy(own, 0, bounds, 0, rows);
  }

  /** The greatest similarity of each caption to another image that is no cause for suspicion. */
  static float[] bounds(SpaceVectors vectors, PositiveMargin margin) {
    float[] bounds = new float[vectors.rows()];
    for (int i = 0; i < bounds.length; i++) {
      bounds[i] = margin.bound(vectors.cosine(i, i)) + 0f;
    }
    return bounds;
  }

  /** Whether two samples are suspected. */
  boolean suspects(int i, int j) {
    return (suspected[i][j / Byte.SIZE] & 1 << j % Byte.SIZE) != 0;
  }

  /** Bytes that the pairs of such a search space take. */
  public static long bytes(int size) {
    return (long) size * rowBytes(size);
  }

  /** As many as whole longs take. */
  private static int rowBytes(int size) {
    return (size + Long.SIZE - 1) / Long.SIZE * Long.BYTES;
  }

  /** Looks at all pairs of a search space whose similarities nobody computes. */
  public static SuspectedMatches of(
      SpaceVectors vectors, PositiveMargin margin, Kernel kernel, Parallel parallel) {
    SuspectedMatches matches = new SuspectedMatches(vectors, margin, kernel);
    KernelProducts products = new KernelProducts(PackedSpace.of(kernel, vectors), vectors.rows());
    parallel.forEach(products.pieces(), () -> products.worker(matches));
    return matches;
  }

  @Override
  public void view(int firstRow, int firstColumn, float[] forth, float[] back) {
    int[] exceeding = new int[Kernel.BLOCK / Integer.SIZE];
    int lastRow = Math.min(rows, firstRow + Kernel.BLOCK);
    for (int i = firstRow; i < lastRow; i++) {
      // Caption j of image i, and caption i of image j.
      int at = (i - firstRow) * Kernel.BLOCK;
      kernel.exceeding(forth, back, at, bounds, firstColumn, bounds[i], exceeding);
      for (int word = 0; word < exceeding.length; word++) {
        int column = firstColumn + word * Integer.SIZE;
        for (int bits = exceeding[word]; bits != 0; bits &= bits - 1) {
          int j = column + Integer.numberOfTrailingZeros(bits);
          if (j > i && j < rows) {
            suspected[i][j / Byte.SIZE] |= (byte) (1 << j % Byte.SIZE);
            suspected[j][i / Byte.SIZE] |= (byte) (1 << i % Byte.SIZE);
          }
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
    for (int at = 0; at < row.length; at += Long.BYTES) {
      for (long bits = (long) LONGS.get(row, at); bits != 0; bits &= bits - 1) {
        if (count == found.length) {
          found = Arrays.copyOf(found, 2 * count);
        }
        found[count++] = at * Byte.SIZE + Long.numberOfTrailingZeros(bits);
      }
    }
    return Arrays.copyOf(found, count);
  }
}
