// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.internal.certificate;

import dev.falcon.kernels.Keys;
import dev.falcon.onnx.session.NearestColumns;
import dev.falcon.onnx.session.NearestColumns.Query;
import java.nio.FloatBuffer;
import java.util.Arrays;

/** A product on the heap that answers queries by their definition. */
public abstract class TestProduct implements OtherProduct {
  private final String name;
  private final Arithmetic arithmetic;

  TestProduct(String name, Arithmetic arithmetic) {
    this.name = name;
    this.arithmetic = arithmetic;
  }

  /** [rows x columns] */
  abstract float[][] product(Query query);

  @Override
  public String describe() {
    return name;
  }

  @Override
  public Arithmetic arithmetic() {
    return arithmetic;
  }

  @Override
  public NearestColumns.Answer answer(Query query) {
    float[][] product = product(query);
    int rows = query.rows();
    int limits = query.limits().length / Math.max(1, rows);
    int probes = query.probes().length;
    float[] values = new float[rows * query.k()];
    long[] columns = new long[values.length];
    float[] counts = new float[rows * limits];
    float[] probed = new float[rows * probes];
    float[] greatest = new float[rows];
    float[] least = new float[rows];
    float[] zeros = new float[rows];
    for (int r = 0; r < rows; r++) {
      float[] row = product[r];
      float most = query.most()[r];
      float[] masked = new float[row.length];
      greatest[r] = Float.NEGATIVE_INFINITY;
      least[r] = Float.POSITIVE_INFINITY;
      for (int j = 0; j < row.length; j++) {
        masked[j] = row[j] <= most ? row[j] : Float.NEGATIVE_INFINITY;
        greatest[r] = Math.max(greatest[r], row[j]);
        least[r] = Math.min(least[r], row[j]);
        zeros[r] += row[j] * 0;
        for (int limit = 0; limit < limits; limit++) {
          counts[r * limits + limit] += row[j] > query.limits()[r * limits + limit] ? 1 : 0;
        }
      }
      long[] order = new long[row.length];
      Arrays.setAll(order, j -> Keys.of(masked[j] + 0f, j));
      Arrays.sort(order);
      for (int x = 0; x < query.k(); x++) {
        int column = Keys.index(order[order.length - 1 - x]);
        values[r * query.k() + x] = masked[column];
        columns[r * query.k() + x] = column;
      }
      for (int x = 0; x < probes; x++) {
        probed[r * probes + x] = row[(int) query.probes()[x]];
      }
    }
    return new NearestColumns.Answer(values, columns, counts, probed, greatest, least, zeros);
  }

  /** As a device computes it: of components that were rounded, summed in an order of its own. */
  public static TestProduct rounding(Arithmetic arithmetic) {
    return new TestProduct("rounding " + arithmetic, arithmetic) {
      @Override
      float[][] product(Query query) {
        return entries(query, (left, right) -> rounded(left, right, arithmetic));
      }
    };
  }

  /** Where errors lead. */
  public enum Direction {
    /** Up and down by turns: neighbours in a ranking change places. */
    BY_TURNS,
    /** To the nearest multiple of twice the bound: what is near becomes a tie. */
    TIES,
    /** Towards zero: the similar falls back. */
    SHRINKING,
    /** Down for all but a few that go up. */
    FEW_RISE
  }

  /**
   * A product that is wrong on purpose.
   *
   * @param part of the bound by which it errs
   */
  public static TestProduct erring(Arithmetic arithmetic, double part, Direction direction) {
    return new TestProduct("erring " + arithmetic + ' ' + direction, arithmetic) {
      @Override
      float[][] product(Query query) {
        double most =
            part
                * ErrorBound.of(
                        longest(query.left(), query.dimension()),
                        longest(query.right(), query.dimension()),
                        query.dimension(),
                        arithmetic)
                    .product();
        float[][] product = entries(query, TestProduct::canonical);
        for (int i = 0; i < product.length; i++) {
          for (int j = 0; j < product[i].length; j++) {
            product[i][j] = wrong(product[i][j], i + j, most, direction);
          }
        }
        return product;
      }
    };
  }

  /** A right product but for one entry. */
  public static TestProduct oneWrong(float value) {
    return new TestProduct("one wrong", Arithmetic.FLOAT32) {
      @Override
      float[][] product(Query query) {
        float[][] product = entries(query, TestProduct::canonical);
        product[product.length - 1][product[0].length / 3] = value;
        return product;
      }
    };
  }

  private static double longest(FloatBuffer vectors, int dimension) {
    float[] all = new float[vectors.remaining()];
    vectors.get(vectors.position(), all);
    return ErrorBound.longest(all, dimension);
  }

  private interface Entry {
    float of(float[] left, float[] right);
  }

  private static float[][] entries(Query query, Entry entry) {
    float[][] product = new float[query.rows()][query.columns()];
    int dimension = query.dimension();
    float[] left = new float[dimension];
    float[] right = new float[dimension];
    for (int i = 0; i < query.rows(); i++) {
      query.left().get(i * dimension, left);
      for (int j = 0; j < query.columns(); j++) {
        query.right().get(j * dimension, right);
        product[i][j] = entry.of(left, right);
      }
    }
    return product;
  }

  private static float canonical(float[] left, float[] right) {
    float sum = 0;
    for (int k = 0; k < left.length; k++) {
      sum = Math.fma(left[k], right[k], sum);
    }
    return sum;
  }

  private static float wrong(float canonical, int place, double most, Direction direction) {
    double aim =
        switch (direction) {
          case BY_TURNS -> place % 2 == 0 ? canonical + most : canonical - most;
          case TIES -> Math.rint(canonical / (2 * most)) * 2 * most;
          case SHRINKING -> canonical - Math.signum(canonical) * most;
          case FEW_RISE -> place % 17 == 0 ? canonical + most : canonical - most;
        };
    float wrong = (float) aim;
    while (Math.abs((double) wrong - canonical) > most) {
      wrong = Math.nextAfter(wrong, canonical);
    }
    return wrong;
  }

  private static float rounded(float[] left, float[] right, Arithmetic arithmetic) {
    float[] lanes = new float[8];
    for (int k = left.length - 1; k >= 0; k--) {
      lanes[k % lanes.length] += taken(left[k], arithmetic) * taken(right[k], arithmetic);
    }
    float sum = 0;
    for (float lane : lanes) {
      sum += lane;
    }
    return sum;
  }

  private static float taken(float component, Arithmetic arithmetic) {
    return switch (arithmetic) {
      case FLOAT32 -> component;
      case TF32 -> cut(component);
      case FLOAT16 -> Math.abs(component) < 0x1p-14f ? 0 : cut(component);
    };
  }

  /** Without the bits after the tenth. */
  private static float cut(float component) {
    return Float.intBitsToFloat(Float.floatToRawIntBits(component) & ~0x1fff);
  }
}
