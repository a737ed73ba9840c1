package dev.falcon.training.internal.loss;

import java.util.Arrays;
import java.util.function.IntUnaryOperator;

/**
 * The images of a queue's pairs, so that all captions of an image match it. Unused places have
 * none.
 */
final class ImageQueue {
  private static final int NONE = -100;

  private final IntUnaryOperator imageOf;
  private final int[] images;

  /**
   * @param imageOf the image of a training pair
   */
  ImageQueue(int size, IntUnaryOperator imageOf) {
    this.imageOf = imageOf;
    this.images = new int[size];
    Arrays.fill(images, NONE);
  }

  /** The images of a batch's pairs. */
  int[] of(int[] rows) {
    return Arrays.stream(rows).map(imageOf).toArray();
  }

  /**
   * Targets of contrast: equal for all entries of the same image.
   *
   * @param batch the images of the batch
   * @return [batch x (batch + queue)], every row with sum 1
   */
  float[] targets(int[] batch) {
    int columns = batch.length + images.length;
    float[] targets = new float[batch.length * columns];
    for (int row = 0; row < batch.length; row++) {
      int count = 0;
      for (int column = 0; column < columns; column++) {
        int image = column < batch.length ? batch[column] : images[column - batch.length];
        if (image == batch[row]) {
          targets[row * columns + column] = 1;
          count++;
        }
      }
      for (int column = 0; column < columns; column++) {
        targets[row * columns + column] /= count;
      }
    }
    return targets;
  }

  /**
   * Adds a batch, at the place of its vectors.
   *
   * @param before number of pairs ever added before
   */
  void append(int[] batch, long before) {
    for (int i = 0; i < batch.length; i++) {
      images[(int) ((before + i) % images.length)] = batch[i];
    }
  }

  float[] values() {
    float[] values = new float[images.length];
    for (int i = 0; i < values.length; i++) {
      values[i] = images[i];
    }
    return values;
  }

  void set(float[] values) {
    Arrays.setAll(images, i -> (int) values[i]);
  }
}
