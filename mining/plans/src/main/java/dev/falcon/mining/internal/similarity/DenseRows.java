// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.internal.similarity;

import dev.falcon.kernels.Kernel;
import dev.falcon.kernels.KernelProducts;
import dev.falcon.kernels.Keys;
import dev.falcon.kernels.Parallel;
import dev.falcon.kernels.ProductViewer;
import dev.falcon.mining.algorithm.Candidates;
import dev.falcon.mining.algorithm.Selector;
import dev.falcon.mining.algorithm.SpaceVectors;
import java.util.function.Supplier;

/**
 * All of S in memory: 4·|M|² bytes, which are reused from one search space to the next. Only the
 * upper triangle of blocks is computed; it is mirrored.
 */
public final class DenseRows implements RowBlocks {
  private final Kernel kernel;
  private float[][] rows = new float[0][];
  private Kernel.Packed packed;
  private int size;

  public DenseRows(Kernel kernel) {
    this.kernel = kernel;
  }

  /** Returns the bytes of S for |M| = {@code size}. */
  public static long bytes(int size) {
    return 4L * size * size;
  }

  /** Computes S, replacing the previous one. */
  public void compute(SpaceVectors vectors, Parallel parallel) {
    compute(vectors, parallel, ProductViewer.NONE);
  }

  /** Computes S, and shows the viewer the products whose sum it is. */
  public void compute(SpaceVectors vectors, Parallel parallel, ProductViewer viewer) {
    packed = PackedSpace.of(kernel, vectors, packed);
    size = vectors.rows();
    if (rows.length < size || (size > 0 && rows[0].length != size)) {
      // The last space of an epoch may be shorter, and needs rows of its own length.
      rows = new float[0][];
      rows = new float[size][size];
    }
    KernelProducts products = new KernelProducts(packed, size);
    parallel.forEach(
        products.pieces(),
        () ->
            products.worker(
                (firstRow, firstColumn, forth, back) -> {
                  viewer.view(firstRow, firstColumn, forth, back);
                  packed.sum(forth, back);
                  store(forth, firstRow, firstColumn);
                  if (firstColumn > firstRow) {
                    mirror(forth, firstRow, firstColumn);
                  }
                }));
    for (int i = 0; i < size; i++) {
      // A sample is not its own candidate, and +∞ puts it above every rank.
      rows[i][i] = Float.POSITIVE_INFINITY;
    }
  }

  private void store(float[] block, int firstRow, int firstColumn) {
    int columns = Math.min(Kernel.BLOCK, size - firstColumn);
    int count = Math.min(Kernel.BLOCK, size - firstRow);
    for (int i = 0; i < count; i++) {
      System.arraycopy(block, i * Kernel.BLOCK, rows[firstRow + i], firstColumn, columns);
    }
  }

  private void mirror(float[] block, int firstRow, int firstColumn) {
    int columns = Math.min(Kernel.BLOCK, size - firstColumn);
    int count = Math.min(Kernel.BLOCK, size - firstRow);
    for (int j = 0; j < columns; j++) {
      float[] row = rows[firstColumn + j];
      for (int i = 0; i < count; i++) {
        row[firstRow + i] = block[i * Kernel.BLOCK + j];
      }
    }
  }

  /** Returns row i of S, [|M|], +∞ at i; valid until the next computation. */
  public float[] row(int i) {
    return rows[i];
  }

  @Override
  public float[] row(int i, float[] buffer) {
    return rows[i];
  }

  @Override
  public void forEach(Parallel parallel, Supplier<Viewer> worker) {
    parallel.forEach(
        Kernel.blocks(size),
        () -> {
          Viewer viewer = worker.get();
          float[][] view = new float[Kernel.BLOCK][];
          return block -> {
            int first = block * Kernel.BLOCK;
            int count = Math.min(Kernel.BLOCK, size - first);
            System.arraycopy(rows, first, view, 0, count);
            viewer.view(first, view, count);
          };
        });
  }

  @Override
  public void forEach(int[] chosen, Parallel parallel, Supplier<Viewer> worker) {
    parallel.forEach(
        Kernel.blocks(chosen.length),
        () -> {
          Viewer viewer = worker.get();
          float[][] view = new float[Kernel.BLOCK][];
          return block -> {
            int first = block * Kernel.BLOCK;
            int count = Math.min(Kernel.BLOCK, chosen.length - first);
            for (int i = 0; i < count; i++) {
              view[i] = rows[chosen[first + i]];
            }
            viewer.view(first, view, count);
          };
        });
  }

  @Override
  public Selector selector(Candidates candidates) {
    RankSelector selector = new RankSelector(kernel, size);
    return (anchor, rank) -> {
      int[] list = candidates.list();
      int count = candidates.size();
      long key = selector.select(rows[anchor], list, count, rank);
      return new Selector.Choice(Keys.index(key), Keys.value(key));
    };
  }
}
