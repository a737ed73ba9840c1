// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.space;

import dev.falcon.kernels.Kernel;
import dev.falcon.kernels.KernelProducts;
import dev.falcon.kernels.Parallel;
import dev.falcon.kernels.ProductViewer;
import dev.falcon.mining.algorithm.Conflicts;
import dev.falcon.mining.algorithm.SpaceVectors;
import dev.falcon.mining.constraint.PositiveMargin;
import dev.falcon.mining.internal.similarity.PackedSpace;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Optional;

/**
 * Pairs of samples whose vectors suggest that one's caption is true of the other's image, since it
 * is nearly as similar to that image as to its own. They are kept apart as long as a batch can be
 * filled with others.
 */
public final class SuspectedMatches implements Conflicts, ProductViewer {
  /** The reason under which withheld candidates are counted. */
  public static final String REASON = "suspected-match";

  // Written as bytes and read as longs.
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private final Kernel kernel;
  private final int rows;
  // One per caption; the padding of the last block has none.
  private final float[] bounds;
  // One bit per pair, symmetric. In bytes, since a block of the kernel is whole bytes wide, so that
  // threads that write neighbouring blocks share none.
  private final byte[][] suspected;
  private final Optional<WitnessedMatches> witnessed;

  /**
   * Creates an empty set of suspected pairs; {@link #view} must receive all products of the search
   * space.
   */
  public SuspectedMatches(SpaceVectors vectors, PositiveMargin margin, Kernel kernel) {
    this(bounds(vectors, margin), kernel, witnessed(vectors, margin, kernel));
  }

  private static Optional<WitnessedMatches> witnessed(
      SpaceVectors vectors, PositiveMargin margin, Kernel kernel) {
    return margin
        .witness()
        .map(
            witness ->
                WitnessedMatches.of(
                    new SuspectedMatches(vectors, margin.witnessed(), kernel), vectors, witness));
  }

  /**
   * Creates an empty set of suspected pairs with given bounds.
   *
   * @param own the greatest similarity of each caption to another image that is not suspected,
   *     [rows]
   */
  SuspectedMatches(float[] own, Kernel kernel) {
    this(own, kernel, Optional.empty());
  }

  private SuspectedMatches(float[] own, Kernel kernel, Optional<WitnessedMatches> witnessed) {
    this.kernel = kernel;
    this.witnessed = witnessed;
    this.rows = own.length;
    this.suspected = new byte[rows][rowBytes(rows)];
    this.bounds = new float[Kernel.blocks(rows) * Kernel.BLOCK];
    Arrays.fill(bounds, Float.POSITIVE_INFINITY);
    System.arraycopy(own, 0, bounds, 0, rows);
  }

  /**
   * Returns the greatest similarity of each caption to another image that is not suspected, [rows].
   */
  static float[] bounds(SpaceVectors vectors, PositiveMargin margin) {
    float[] own = new float[vectors.rows()];
    for (int i = 0; i < own.length; i++) {
      own[i] = vectors.cosine(i, i);
    }
    return margin.bounds(own);
  }

  /** Returns whether two samples are suspected to match. */
  boolean suspects(int i, int j) {
    return (suspected[i][j / Byte.SIZE] & 1 << j % Byte.SIZE) != 0;
  }

  /** Returns the bytes of the pairs of a search space of this size. */
  public static long bytes(int size, PositiveMargin margin) {
    return (margin.witness().isPresent() ? 2L : 1L) * size * rowBytes(size);
  }

  /** Returns the bytes of a row, rounded up to whole longs. */
  private static int rowBytes(int size) {
    return (size + Long.SIZE - 1) / Long.SIZE * Long.BYTES;
  }

  /** Finds the suspected pairs of a search space whose similarities are not computed otherwise. */
  public static SuspectedMatches of(
      SpaceVectors vectors, PositiveMargin margin, Kernel kernel, Parallel parallel) {
    SuspectedMatches matches = new SuspectedMatches(vectors, margin, kernel);
    KernelProducts products = new KernelProducts(PackedSpace.of(kernel, vectors), vectors.rows());
    parallel.forEach(products.pieces(), () -> products.worker(matches));
    return matches;
  }

  @Override
  public void view(int firstRow, int firstColumn, float[] forth, float[] back) {
    witnessed.ifPresent(wide -> wide.viewer().view(firstRow, firstColumn, forth, back));
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
  public Yielding yielding() {
    return Yielding.FIRST;
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
    int[] certain = Arrays.copyOf(found, count);
    return witnessed.map(wide -> wide.with(sample, certain)).orElse(certain);
  }
}
