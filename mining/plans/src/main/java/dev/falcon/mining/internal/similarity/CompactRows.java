// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.internal.similarity;

import dev.falcon.kernels.Kernel;
import dev.falcon.kernels.Keys;
import dev.falcon.kernels.Parallel;
import dev.falcon.kernels.ProductViewer;
import dev.falcon.mining.algorithm.Candidates;
import dev.falcon.mining.algorithm.Selector;
import dev.falcon.mining.algorithm.SpaceVectors;
import java.util.Arrays;
import java.util.function.Supplier;

/**
 * S without storing S: rows are computed in strips of {@link Kernel#BLOCK}, processed, and dropped.
 * This computes every entry twice, while {@link DenseRows} mirrors it, and needs 96·|M| floats per
 * thread instead of |M|² in total.
 *
 * <p>Selections outside the brackets are rare while U is large; they recompute the anchor's row.
 * Once few candidates are left, such selections would be common, so from then on S of the remaining
 * candidates is stored densely.
 */
public final class CompactRows implements RowBlocks {
  private static final int SURVIVING_FRACTION = 5;

  private final Kernel kernel;
  private final SpaceVectors vectors;
  private final Kernel.Packed packed;
  private final ProductViewer products;

  /**
   * Creates rows that are computed on access; the products whose sum they are are shown to a
   * viewer.
   */
  public CompactRows(Kernel kernel, SpaceVectors vectors, ProductViewer products) {
    this.kernel = kernel;
    this.vectors = vectors;
    this.products = products;
    this.packed = PackedSpace.of(kernel, vectors);
  }

  /**
   * Returns the bytes of the strips, and of S of the remaining candidates, for |M| = {@code size}.
   */
  public static long bytes(int size, int threads) {
    return 4L * Kernel.BLOCK * size * threads + DenseRows.bytes(size / SURVIVING_FRACTION + 1);
  }

  @Override
  public void forEach(Parallel parallel, Supplier<Viewer> worker) {
    int size = vectors.rows();
    parallel.forEach(
        Kernel.blocks(size),
        () -> {
          Viewer viewer = worker.get();
          Strip strip = new Strip();
          return block -> {
            int first = block * Kernel.BLOCK;
            int count = Math.min(Kernel.BLOCK, size - first);
            strip.compute(packed, block, count, products);
            for (int i = 0; i < count; i++) {
              strip.rows[i][first + i] = Float.POSITIVE_INFINITY;
            }
            viewer.view(first, strip.rows, count);
          };
        });
  }

  @Override
  public void forEach(int[] chosen, Parallel parallel, Supplier<Viewer> worker) {
    parallel.forEach(
        Kernel.blocks(chosen.length),
        () -> {
          Viewer viewer = worker.get();
          Strip strip = new Strip();
          return block -> {
            int first = block * Kernel.BLOCK;
            int count = Math.min(Kernel.BLOCK, chosen.length - first);
            strip.compute(packed.of(chosen, first, count), 0, count, ProductViewer.NONE);
            for (int i = 0; i < count; i++) {
              strip.rows[i][chosen[first + i]] = Float.POSITIVE_INFINITY;
            }
            viewer.view(first, strip.rows, count);
          };
        });
  }

  @Override
  public float[] row(int i, float[] buffer) {
    packed.row(i, buffer);
    buffer[i] = Float.POSITIVE_INFINITY;
    return buffer;
  }

  @Override
  public Selector selector(Candidates candidates) {
    return new RowsOnDemand(candidates);
  }

  /** One thread's block of whole rows. */
  private final class Strip {
    private final float[][] rows = new float[Kernel.BLOCK][vectors.rows()];
    private final float[] block = new float[Kernel.BLOCK * Kernel.BLOCK];
    private final float[] scratch = new float[block.length];

    /** Computes a block of rows; each block of the upper triangle is shown to the viewer. */
    private void compute(Kernel.Products factors, int rowBlock, int count, ProductViewer viewer) {
      int first = rowBlock * Kernel.BLOCK;
      for (int column = 0; column < vectors.rows(); column += Kernel.BLOCK) {
        factors.products(rowBlock, column / Kernel.BLOCK, block, scratch);
        if (column >= first) {
          viewer.view(first, column, block, scratch);
        }
        factors.sum(block, scratch);
        int columns = Math.min(Kernel.BLOCK, vectors.rows() - column);
        for (int i = 0; i < count; i++) {
          System.arraycopy(block, i * Kernel.BLOCK, rows[i], column, columns);
        }
      }
    }
  }

  private final class RowsOnDemand implements Selector {
    private final Candidates candidates;
    private final RankSelector selector = new RankSelector(kernel, vectors.rows());
    private final float[] row = new float[vectors.rows()];
    private Survivors survivors;

    private RowsOnDemand(Candidates candidates) {
      this.candidates = candidates;
    }

    @Override
    public Choice select(int anchor, int rank) {
      int[] list = candidates.list();
      int count = candidates.size();
      if (survivors == null
          && candidates.sizeWithWithheld() <= vectors.rows() / SURVIVING_FRACTION) {
        survivors = new Survivors(candidates.listWithWithheld());
      }
      long key;
      if (survivors != null && survivors.holds(anchor)) {
        survivors.expand(anchor, list, count, row);
        key = selector.select(row, list, count, rank);
      } else {
        packed.row(anchor, row);
        key = selector.select(row, list, count, rank);
      }
      return new Choice(Keys.index(key), Keys.value(key));
    }
  }

  /** S of the candidates that no batch had taken at some point. */
  private final class Survivors {
    private final int[] positions;
    private final DenseRows dense = new DenseRows(kernel);

    private Survivors(int[] list) {
      int count = list.length;
      positions = new int[vectors.rows()];
      Arrays.fill(positions, -1);
      int dimension = vectors.dimension();
      int images = vectors.perImage() * dimension;
      float[] image = new float[count * images];
      float[] text = new float[count * dimension];
      for (int x = 0; x < count; x++) {
        positions[list[x]] = x;
        System.arraycopy(vectors.image(), list[x] * images, image, x * images, images);
        System.arraycopy(vectors.text(), list[x] * dimension, text, x * dimension, dimension);
      }
      try (Parallel alone = new Parallel(1)) {
        dense.compute(new SpaceVectors(image, text, count, dimension, vectors.perImage()), alone);
      }
    }

    private boolean holds(int index) {
      return positions[index] >= 0;
    }

    /**
     * Writes the anchor's similarities to the listed candidates at their indices of a whole row.
     */
    private void expand(int anchor, int[] list, int count, float[] row) {
      float[] own = dense.row(positions[anchor]);
      for (int x = 0; x < count; x++) {
        row[list[x]] = own[positions[list[x]]];
      }
    }
  }
}
