// SPDX-License-Identifier: Apache-2.0
package dev.falcon.kernels;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/** The kernel on the Vector API. */
public final class VectorKernel implements Kernel {
  private static final VectorSpecies<Float> SPECIES = FloatVector.SPECIES_PREFERRED;
  private static final int LANES = SPECIES.length();
  private static final VectorSpecies<Integer> INTEGERS = SPECIES.withLanes(int.class);
  private static final IntVector LANE_NUMBERS = IntVector.zero(INTEGERS).addIndex(1);
  // A lane's bit in each half of an int; no machine has more than 16 lanes of floats.
  private static final IntVector LANE_BITS =
      IntVector.broadcast(INTEGERS, 1).lanewise(VectorOperators.LSHL, LANE_NUMBERS);
  private static final IntVector UPPER_LANE_BITS =
      LANE_BITS.lanewise(VectorOperators.LSHL, Short.SIZE);
  private static final int TILE_COLUMNS = VectorTiles.COLUMNS;
  private static final int TILE_ROWS = VectorTiles.ROWS;

  @Override
  public String describe() {
    return "Vector API, " + LANES + " lanes";
  }

  @Override
  public OnePerRow pack(float[] image, float[] text, int rows, int dimension, Packed spent) {
    // The memory of a space of the same size is zero except in the rows that are overwritten.
    Space space =
        spent instanceof Space old && old.rows == rows && old.dimension == dimension
            ? old
            : Space.allocate(rows, dimension);
    VectorTiles.fillPanels(image, rows, dimension, TILE_ROWS, space.imageRows);
    VectorTiles.fillPanels(text, rows, dimension, TILE_ROWS, space.textRows);
    VectorTiles.fillPanels(image, rows, dimension, TILE_COLUMNS, space.imageColumns);
    VectorTiles.fillPanels(text, rows, dimension, TILE_COLUMNS, space.textColumns);
    return space;
  }

  @Override
  public void bin(float[] row, int count, float scale, float bias, int[] bins, int binCount) {
    FloatVector origin = FloatVector.broadcast(SPECIES, Bins.ORIGIN);
    FloatVector top = FloatVector.broadcast(SPECIES, Bins.ORIGIN + (binCount - 1));
    FloatVector scales = FloatVector.broadcast(SPECIES, scale);
    FloatVector biases = FloatVector.broadcast(SPECIES, bias);
    int whole = SPECIES.loopBound(count);
    for (int j = 0; j < whole; j += LANES) {
      FloatVector.fromArray(SPECIES, row, j)
          .fma(scales, biases)
          .max(origin)
          .min(top)
          .reinterpretAsInts()
          .lanewise(VectorOperators.AND, binCount - 1)
          .intoArray(bins, j);
    }
    for (int j = whole; j < count; j++) {
      float x =
          Math.min(
              Math.max(Math.fma(row[j], scale, bias), Bins.ORIGIN), Bins.ORIGIN + (binCount - 1));
      bins[j] = Float.floatToRawIntBits(x) & (binCount - 1);
    }
  }

  /**
   * Compares by the sign of a difference, and combines one bit per lane by an OR over the lanes,
   * since a VectorMask would be boxed on JDK 17.
   */
  @Override
  public int split(float[] row, int count, float low, float high, long[] below, long[] keys) {
    FloatVector lows = FloatVector.broadcast(SPECIES, low);
    FloatVector highs = FloatVector.broadcast(SPECIES, high);
    int whole = count - count % Long.SIZE;
    int found = 0;
    for (int from = 0; from < whole; from += Long.SIZE) {
      long less = 0;
      long more = 0;
      for (int j = 0; j < Long.SIZE; j += LANES) {
        FloatVector x = FloatVector.fromArray(SPECIES, row, from + j);
        int both = signs(x.sub(lows).reinterpretAsInts(), highs.sub(x).reinterpretAsInts());
        less |= (both & 0xFFFFL) << j;
        more |= (both >>> Short.SIZE & 0xFFFFL) << j;
      }
      below[from / Long.SIZE] = less;
      for (long inside = ~(less | more); inside != 0; inside &= inside - 1) {
        int j = from + Long.numberOfTrailingZeros(inside);
        keys[found++] = Keys.of(row[j], j);
      }
    }
    if (whole < count) {
      long less = 0;
      for (int j = whole; j < count; j++) {
        float x = row[j];
        if (x < low) {
          less |= 1L << j;
        } else if (x <= high) {
          keys[found++] = Keys.of(x, j);
        }
      }
      below[whole / Long.SIZE] = less;
    }
    return found;
  }

  @Override
  public int countBelow(float[] row, int count, float threshold) {
    FloatVector thresholds = FloatVector.broadcast(SPECIES, threshold);
    IntVector below = IntVector.zero(INTEGERS);
    int whole = SPECIES.loopBound(count);
    for (int j = 0; j < whole; j += LANES) {
      below =
          below.add(
              FloatVector.fromArray(SPECIES, row, j)
                  .sub(thresholds)
                  .reinterpretAsInts()
                  .lanewise(VectorOperators.LSHR, 31));
    }
    int found = below.reduceLanes(VectorOperators.ADD);
    for (int j = whole; j < count; j++) {
      found += row[j] < threshold ? 1 : 0;
    }
    return found;
  }

  @Override
  public void exceeding(
      float[] forth,
      float[] back,
      int at,
      float[] columnBounds,
      int column,
      float rowBound,
      int[] found) {
    FloatVector rowBounds = FloatVector.broadcast(SPECIES, rowBound);
    for (int word = 0; word < BLOCK / Integer.SIZE; word++) {
      int bits = 0;
      for (int lane = 0; lane < Short.SIZE; lane += LANES) {
        int j = word * Integer.SIZE + lane;
        bits |=
            signs(
                    exceeding(forth, back, at + j, columnBounds, column + j, rowBounds),
                    exceeding(
                        forth,
                        back,
                        at + j + Short.SIZE,
                        columnBounds,
                        column + j + Short.SIZE,
                        rowBounds))
                << lane;
      }
      found[word] = bits;
    }
  }

  /** Returns lanes that are negative where a value exceeds its bound. */
  private static IntVector exceeding(
      float[] forth,
      float[] back,
      int at,
      float[] columnBounds,
      int column,
      FloatVector rowBounds) {
    IntVector there =
        FloatVector.fromArray(SPECIES, columnBounds, column)
            .sub(FloatVector.fromArray(SPECIES, forth, at))
            .reinterpretAsInts();
    IntVector andBack = rowBounds.sub(FloatVector.fromArray(SPECIES, back, at)).reinterpretAsInts();
    return there.lanewise(VectorOperators.OR, andBack);
  }

  /**
   * Returns one bit per lane, which is set if the lane is negative: for {@code x} in the lower half
   * of the int, for {@code y} in the upper half.
   */
  private static int signs(IntVector x, IntVector y) {
    IntVector lower = x.lanewise(VectorOperators.ASHR, 31).lanewise(VectorOperators.AND, LANE_BITS);
    IntVector upper =
        y.lanewise(VectorOperators.ASHR, 31).lanewise(VectorOperators.AND, UPPER_LANE_BITS);
    return lower.lanewise(VectorOperators.OR, upper).reduceLanes(VectorOperators.OR);
  }

  private record Space(
      float[] imageRows,
      float[] textRows,
      float[] imageColumns,
      float[] textColumns,
      int rows,
      int dimension)
      implements OnePerRow {
    static Space allocate(int rows, int dimension) {
      int length = Math.multiplyExact(Kernel.blocks(rows) * BLOCK, dimension);
      return new Space(
          new float[length],
          new float[length],
          new float[length],
          new float[length],
          rows,
          dimension);
    }

    @Override
    public void sum(float[] forth, float[] back) {
      FloatVector zero = FloatVector.zero(SPECIES);
      for (int x = 0; x < BLOCK * BLOCK; x += LANES) {
        FloatVector.fromArray(SPECIES, forth, x)
            .add(FloatVector.fromArray(SPECIES, back, x))
            .add(zero)
            .intoArray(forth, x);
      }
    }

    @Override
    public void products(int rowBlock, int columnBlock, float[] forth, float[] back) {
      product(imageRows, textColumns, rowBlock * BLOCK, columnBlock * BLOCK, forth);
      product(textRows, imageColumns, rowBlock * BLOCK, columnBlock * BLOCK, back);
    }

    @Override
    public Packed withImages(float[] others) {
      Space space =
          new Space(
              new float[imageRows.length],
              textRows,
              new float[imageColumns.length],
              textColumns,
              rows,
              dimension);
      VectorTiles.fillPanels(others, rows, dimension, TILE_ROWS, space.imageRows);
      VectorTiles.fillPanels(others, rows, dimension, TILE_COLUMNS, space.imageColumns);
      return space;
    }

    @Override
    public Products of(int[] chosen, int from, int count) {
      float[] images = new float[BLOCK * dimension];
      float[] texts = new float[BLOCK * dimension];
      for (int x = 0; x < count; x++) {
        int own = panel(chosen[from + x]);
        int at = panel(x);
        for (int k = 0; k < dimension * TILE_ROWS; k += TILE_ROWS) {
          images[at + k] = imageRows[own + k];
          texts[at + k] = textRows[own + k];
        }
      }
      return new Space(images, texts, imageColumns, textColumns, count, dimension);
    }

    /**
     * Returns the offset of the first component of a row; the others follow in steps of a tile's
     * rows.
     */
    private int panel(int row) {
      return row / TILE_ROWS * TILE_ROWS * dimension + row % TILE_ROWS;
    }

    @Override
    public void row(int i, float[] row) {
      int panel = panel(i);
      float[] tail = new float[TILE_COLUMNS];
      for (int from = 0; from < rows; from += TILE_COLUMNS) {
        boolean whole = from + TILE_COLUMNS <= rows;
        rowPanel(panel, from * dimension, whole ? row : tail, whole ? from : 0);
        if (!whole) {
          System.arraycopy(tail, 0, row, from, rows - from);
        }
      }
    }

    private void rowPanel(int left, int right, float[] out, int at) {
      FloatVector zero = FloatVector.zero(SPECIES);
      FloatVector forth0 = zero;
      FloatVector forth1 = zero;
      FloatVector back0 = zero;
      FloatVector back1 = zero;
      for (int k = 0; k < dimension; k++) {
        int columns = right + k * TILE_COLUMNS;
        FloatVector factor = FloatVector.broadcast(SPECIES, imageRows[left + k * TILE_ROWS]);
        forth0 = factor.fma(FloatVector.fromArray(SPECIES, textColumns, columns), forth0);
        forth1 = factor.fma(FloatVector.fromArray(SPECIES, textColumns, columns + LANES), forth1);
        factor = FloatVector.broadcast(SPECIES, textRows[left + k * TILE_ROWS]);
        back0 = factor.fma(FloatVector.fromArray(SPECIES, imageColumns, columns), back0);
        back1 = factor.fma(FloatVector.fromArray(SPECIES, imageColumns, columns + LANES), back1);
      }
      forth0.add(back0).add(zero).intoArray(out, at);
      forth1.add(back1).add(zero).intoArray(out, at + LANES);
    }

    private void product(float[] left, float[] right, int row, int column, float[] out) {
      for (int j = 0; j < BLOCK; j += TILE_COLUMNS) {
        for (int i = 0; i < BLOCK; i += TILE_ROWS) {
          int leftPanel = (row + i) * dimension;
          int rightPanel = (column + j) * dimension;
          VectorTiles.multiply(
              left, leftPanel, right, rightPanel, dimension, out, i * BLOCK + j, BLOCK);
        }
      }
    }
  }
}
