// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.algorithm;

import dev.falcon.data.RequestException;
import dev.falcon.kernels.Kernel;

/**
 * The vectors of one search space M.
 *
 * @param image image vectors, [rows x perImage x dimension], L2-normalised
 * @param text text vectors, row-aligned with the images, [rows x dimension], L2-normalised
 * @param rows |M|
 * @param dimension the length of a vector
 * @param perImage the number of vectors per image, at least 1; an image's cosine with a caption is
 *     the highest of its vectors' cosines
 */
@SuppressWarnings("ArrayRecordComponent") // passed on, never compared
public record SpaceVectors(float[] image, float[] text, int rows, int dimension, int perImage) {
  public SpaceVectors {
    long length = (long) rows * dimension;
    if (image.length < length * perImage || text.length < length) {
      throw new RequestException(
          "a search space of "
              + rows
              + " rows and dimension "
              + dimension
              + " needs "
              + length
              + " values"
              + (perImage == 1 ? "" : " and " + perImage + " times as many of images")
              + "; images have "
              + image.length
              + ", texts "
              + text.length);
    }
  }

  /** Creates the vectors of a space with one vector per image. */
  public SpaceVectors(float[] image, float[] text, int rows, int dimension) {
    this(image, text, rows, dimension, 1);
  }

  /**
   * Returns the cosine of a row's image with a row's caption, in [-1, 1]; if the image has several
   * vectors, their highest.
   */
  public float cosine(int imageRow, int captionRow) {
    float highest = Float.NEGATIVE_INFINITY;
    for (int vector = imageRow * perImage; vector < (imageRow + 1) * perImage; vector++) {
      highest = Math.max(highest, Kernel.cosine(image, text, dimension, vector, captionRow));
    }
    return highest;
  }

  /** Returns S[i][j], in [-2, 2], with the same bits as when all of S is computed. */
  public float similarity(int i, int j) {
    float forth = cosine(i, j);
    float back = i == j ? forth : cosine(j, i);
    return (forth + back) + 0f;
  }
}
