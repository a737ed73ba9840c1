// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.store;

import dev.falcon.data.FusedMultiplyAdd;

/**
 * Norms and normalisation of vectors, with the same bits on every machine.
 *
 * <p>The squared norm is accumulated in double in four interleaved partial sums, component i in sum
 * i mod 4, which are then added as (0 + 1) + (2 + 3). A vector whose squared norm is within {@link
 * #UNIT_TOLERANCE} of 1 counts as normalised and keeps its bits: rounding to half precision changes
 * it by as much. Any other vector is multiplied in double by 1/sqrt of its squared norm and rounded
 * once.
 */
public final class Vectors {
  /** Maximum difference from 1 of the squared norm of a vector that counts as normalised. */
  public static final double UNIT_TOLERANCE = 1e-3;

  private Vectors() {}

  /** Returns the squared Euclidean norm of the vector that begins at the offset. */
  public static double squaredNorm(float[] values, int offset, int dimension) {
    double sum0 = 0;
    double sum1 = 0;
    double sum2 = 0;
    double sum3 = 0;
    int i = offset;
    int end = offset + dimension;
    for (; i <= end - 4; i += 4) {
      sum0 += (double) values[i] * values[i];
      sum1 += (double) values[i + 1] * values[i + 1];
      sum2 += (double) values[i + 2] * values[i + 2];
      sum3 += (double) values[i + 3] * values[i + 3];
    }
    if (i < end) {
      sum0 += (double) values[i] * values[i];
    }
    if (i + 1 < end) {
      sum1 += (double) values[i + 1] * values[i + 1];
    }
    if (i + 2 < end) {
      sum2 += (double) values[i + 2] * values[i + 2];
    }
    return (sum0 + sum1) + (sum2 + sum3);
  }

  /** Returns whether a vector of this squared norm counts as normalised. */
  public static boolean isUnit(double squaredNorm) {
    return Math.abs(squaredNorm - 1) <= UNIT_TOLERANCE;
  }

  /**
   * Returns whether a vector of this squared norm can be normalised: neither zero, NaN nor
   * infinite.
   */
  public static boolean hasDirection(double squaredNorm) {
    return squaredNorm > 0 && squaredNorm <= Double.MAX_VALUE;
  }

  /**
   * Normalises the vector in place unless it is normalised already. A zero vector, and one with a
   * NaN or an infinity, stays as it is.
   *
   * @return the squared norm before the call
   */
  public static double normalise(float[] values, int offset, int dimension) {
    double squaredNorm = squaredNorm(values, offset, dimension);
    if (hasDirection(squaredNorm) && !isUnit(squaredNorm)) {
      scale(values, offset, dimension, squaredNorm);
    }
    return squaredNorm;
  }

  /**
   * Like {@link #normalise}, for a model's output: also normalises a vector whose squared norm is
   * within {@link #UNIT_TOLERANCE} of 1.
   *
   * @return the squared norm before the call
   */
  public static double toUnit(float[] values, int offset, int dimension) {
    double squaredNorm = squaredNorm(values, offset, dimension);
    if (hasDirection(squaredNorm)) {
      scale(values, offset, dimension, squaredNorm);
    }
    return squaredNorm;
  }

  /**
   * Returns the cosine of an image and a caption, accumulated by fused multiply-add over the
   * components in ascending order. If the image has several vectors, the highest cosine is
   * returned.
   *
   * @param image the image's unit vectors, one after another {@code // [vectors x dimension]}
   * @param text the caption's unit vector {@code // [dimension]}
   */
  public static float highestCosine(float[] image, float[] text) {
    float highest = Float.NEGATIVE_INFINITY;
    for (int from = 0; from < image.length; from += text.length) {
      float sum = 0;
      for (int i = 0; i < text.length; i++) {
        sum = FusedMultiplyAdd.of(image[from + i], text[i], sum);
      }
      highest = Math.max(highest, sum);
    }
    return highest;
  }

  private static void scale(float[] values, int offset, int dimension, double squaredNorm) {
    double scale = 1 / Math.sqrt(squaredNorm);
    for (int i = offset; i < offset + dimension; i++) {
      values[i] = (float) (values[i] * scale);
    }
  }
}
