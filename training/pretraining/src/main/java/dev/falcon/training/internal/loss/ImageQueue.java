// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.loss;

import java.util.Arrays;
import java.util.function.IntUnaryOperator;

/**
 * The images of a queue's pairs, by which all captions of an image match it. Unused places have no
 * image.
 */
final class ImageQueue {
  private static final int NONE = -100;

  private final IntUnaryOperator imageOf;
  private final int[] images;

  /**
   * @param imageOf returns the image of a training pair
   */
  ImageQueue(int size, IntUnaryOperator imageOf) {
    this.imageOf = imageOf;
    this.images = new int[size];
    Arrays.fill(images, NONE);
  }

  /** Returns the images of a batch's pairs. */
  int[] of(int[] rows) {
    return Arrays.stream(rows).map(imageOf).toArray();
  }

  /**
   * Returns the targets of contrast, which are equal for all entries of the same image.
   *
   * @param batch the images of the batch
   * @return the targets, each row of which sums to 1 [batch x (batch + queue)]
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
   * Adds a batch at the places of its vectors.
   *
   * @param before the total number of pairs added before
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
