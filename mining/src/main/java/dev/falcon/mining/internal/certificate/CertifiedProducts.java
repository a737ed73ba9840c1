package dev.falcon.mining.internal.certificate;

import dev.falcon.data.RandomStream;
import dev.falcon.mining.internal.kernel.Kernel;
import dev.falcon.mining.internal.product.ProductBlocks;
import dev.falcon.mining.internal.product.ProductViewer;
import dev.falcon.mining.similarity.SpaceVectors;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.util.Arrays;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.IntConsumer;

/**
 * Products that another library makes, in tiles that are large enough for a device, cut into the
 * blocks that mining looks at. Of every block a few entries are held against the canonical ones,
 * and of all sums that they are possible at all. One object serves one search space at a time.
 */
public final class CertifiedProducts implements ProductBlocks {
  private static final int TILE_ROWS = 8 * Kernel.BLOCK;
  private static final int TILE_COLUMNS = 40 * Kernel.BLOCK;
  private static final int CHECKS = 2; // a block

  private final OtherProduct product;
  private final Kernel kernel;
  private final LongAdder decided = new LongAdder();
  private final Queue<Tile> spare = new ConcurrentLinkedQueue<>();
  private FloatBuffer images = floats(0);
  private FloatBuffer texts = floats(0);
  private SpaceVectors vectors;
  private Certificate certificate;

  public CertifiedProducts(OtherProduct product, Kernel kernel) {
    this.product = product;
    this.kernel = kernel;
  }

  /** Bytes beside S that such a space's products take. */
  public static long bytes(int size, int dimension, int threads) {
    return 8L * size * dimension + 8L * TILE_ROWS * TILE_COLUMNS * threads;
  }

  /** How many entries of S were computed canonically, to decide. */
  public long decided() {
    return decided.sum();
  }

  /** Turns to a search space of one vector an image. */
  public Certificate load(SpaceVectors space) {
    vectors = space;
    int length = Math.multiplyExact(space.rows(), space.dimension());
    if (images.capacity() < length) {
      images = floats(length);
      texts = floats(length);
    }
    images.put(0, space.image(), 0, length);
    texts.put(0, space.text(), 0, length);
    certificate =
        new Certificate(
            kernel, space, ErrorBound.of(space, product.arithmetic()), product.describe(), decided);
    return certificate;
  }

  @Override
  public int pieces() {
    return (vectors.rows() + TILE_ROWS - 1) / TILE_ROWS;
  }

  @Override
  public IntConsumer worker(ProductViewer viewer) {
    float[] forth = new float[Kernel.BLOCK * Kernel.BLOCK];
    float[] back = new float[forth.length];
    return piece -> {
      Tile taken = spare.poll();
      Tile tile = taken == null ? new Tile() : taken;
      int row = piece * TILE_ROWS;
      for (int column = row; column < vectors.rows(); column += TILE_COLUMNS) {
        tile.multiply(row, column);
        for (int i = row; i < row + tile.rows; i += Kernel.BLOCK) {
          for (int j = Math.max(i, column); j < column + tile.columns; j += Kernel.BLOCK) {
            tile.cut(i, j, forth, back);
            viewer.view(i, j, forth, back);
          }
        }
      }
      spare.add(tile);
    };
  }

  @Override
  public void sum(float[] forth, float[] back) {
    for (int x = 0; x < forth.length; x++) {
      forth[x] = forth[x] + back[x] + 0f;
    }
    // Neither a NaN nor an infinity is counted as it should be.
    float greatest = Math.nextUp((float) certificate.bound().greatest());
    if (kernel.countBelow(forth, forth.length, -greatest) != 0
        || kernel.countBelow(forth, forth.length, greatest) != forth.length) {
      throw certificate.outside("there are similarities above 2 in magnitude, or none at all");
    }
  }

  private static FloatBuffer floats(int length) {
    return ByteBuffer.allocateDirect(Math.multiplyExact(length, Float.BYTES))
        .order(ByteOrder.nativeOrder())
        .asFloatBuffer();
  }

  /** Both products of some rows and columns. */
  private final class Tile {
    private FloatBuffer forth = floats(0);
    private FloatBuffer back = floats(0);
    private int row;
    private int column;
    private int rows;
    private int columns;

    private void multiply(int firstRow, int firstColumn) {
      row = firstRow;
      column = firstColumn;
      rows = Math.min(TILE_ROWS, vectors.rows() - row);
      columns = Math.min(TILE_COLUMNS, vectors.rows() - column);
      if (forth.capacity() < rows * columns) {
        forth = floats(rows * columns);
        back = floats(rows * columns);
      }
      multiply(images, texts, forth);
      multiply(texts, images, back);
    }

    private void multiply(FloatBuffer left, FloatBuffer right, FloatBuffer into) {
      int dimension = vectors.dimension();
      product.multiply(
          left.slice(row * dimension, rows * dimension),
          right.slice(column * dimension, columns * dimension),
          into.slice(0, rows * columns),
          rows,
          columns,
          dimension);
    }

    private void cut(int i, int j, float[] intoForth, float[] intoBack) {
      cut(forth, i, j, intoForth);
      cut(back, i, j, intoBack);
      RandomStream random = RandomStream.of(0, "spot-check", i, j);
      for (int check = 0; check < CHECKS; check++) {
        int down = random.nextInt(Math.min(Kernel.BLOCK, vectors.rows() - i));
        int along = random.nextInt(Math.min(Kernel.BLOCK, vectors.rows() - j));
        certificate.check(i + down, j + along, intoForth[down * Kernel.BLOCK + along]);
        certificate.check(j + along, i + down, intoBack[down * Kernel.BLOCK + along]);
      }
    }

    private void cut(FloatBuffer from, int i, int j, float[] into) {
      int there = Math.min(Kernel.BLOCK, column + columns - j);
      for (int r = 0; r < Kernel.BLOCK; r++) {
        int at = r * Kernel.BLOCK;
        if (i + r < row + rows) {
          from.get((i + r - row) * columns + j - column, into, at, there);
          Arrays.fill(into, at + there, at + Kernel.BLOCK, 0);
        } else {
          Arrays.fill(into, at, at + Kernel.BLOCK, 0);
        }
      }
    }
  }
}
