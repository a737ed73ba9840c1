package dev.falcon.training.internal.loss.momentum;

import java.util.Arrays;
import java.util.function.IntUnaryOperator;

/**
 * Which images the pairs of a queue show, so that all captions of an image match it. A place that
 * nothing was put into yet shows none.
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
   * What contrast pulls towards: every entry of the same image alike.
   *
   * @param batch the images of the batch
   * @return [batch x (batch + queue)], every row of sum 1
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
   * Puts a batch in, where its vectors go.
   *
   * @param before how many pairs were ever put in before
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
