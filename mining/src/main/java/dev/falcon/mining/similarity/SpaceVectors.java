package dev.falcon.mining.similarity;

import dev.falcon.data.RequestException;

/**
 * The vectors of one search space M.
 *
 * @param image image vectors, [rows x dimension], L2-normalised
 * @param text text vectors, row-aligned with the images, [rows x dimension], L2-normalised
 * @param rows |M|
 * @param dimension length of a vector
 */
public record SpaceVectors(float[] image, float[] text, int rows, int dimension) {
  public SpaceVectors {
    long length = (long) rows * dimension;
    if (image.length < length || text.length < length) {
      throw new RequestException(
          "a search space of "
              + rows
              + " rows and dimension "
              + dimension
              + " needs "
              + length
              + " values; images have "
              + image.length
              + ", texts "
              + text.length);
    }
  }
}
