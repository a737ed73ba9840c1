package dev.falcon.training.internal.framework.pass;

/**
 * What is cached of a pair for the next epoch's batches.
 *
 * @param perImage contrastive vectors of an image; a caption has one
 * @param width of every vector
 */
public record VectorShape(int perImage, int width) {
  /** How many values an image has. */
  public int imageLength() {
    return Math.multiplyExact(perImage, width);
  }
}
