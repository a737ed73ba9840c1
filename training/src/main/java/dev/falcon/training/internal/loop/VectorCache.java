package dev.falcon.training.internal.loop;

import java.util.Arrays;

/**
 * The contrastive vectors of all pairs as the training passes saw them. What an epoch writes is
 * read in the next: {@link #turn} swaps the two. A pair that an epoch left out keeps its older
 * vectors.
 */
final class VectorCache {
  private final int width;
  private float[] readImages;
  private float[] readTexts;
  private float[] writtenImages;
  private float[] writtenTexts;

  VectorCache(int rows, int width) {
    this.width = width;
    int length = Math.multiplyExact(rows, width);
    readImages = new float[length];
    readTexts = new float[length];
    writtenImages = new float[length];
    writtenTexts = new float[length];
  }

  int width() {
    return width;
  }

  /** Keeps a batch's vectors for the next epoch; both [rows x width]. */
  void write(int[] rows, float[] images, float[] texts) {
    for (int i = 0; i < rows.length; i++) {
      System.arraycopy(images, i * width, writtenImages, rows[i] * width, width);
      System.arraycopy(texts, i * width, writtenTexts, rows[i] * width, width);
    }
  }

  /** Makes what was written readable. */
  void turn() {
    readImages = Arrays.copyOf(writtenImages, writtenImages.length);
    readTexts = Arrays.copyOf(writtenTexts, writtenTexts.length);
  }

  /** The last epoch's image vectors of some pairs [rows x width]. */
  float[] images(int[] rows) {
    return gather(readImages, rows);
  }

  /** The last epoch's text vectors of some pairs [rows x width]. */
  float[] texts(int[] rows) {
    return gather(readTexts, rows);
  }

  private float[] gather(float[] from, int[] rows) {
    float[] gathered = new float[rows.length * width];
    for (int i = 0; i < rows.length; i++) {
      System.arraycopy(from, rows[i] * width, gathered, i * width, width);
    }
    return gathered;
  }

  /** All four tables, for a checkpoint: read and written, images and texts. */
  float[][] tables() {
    return new float[][] {readImages, readTexts, writtenImages, writtenTexts};
  }

  /** Takes over the tables of a checkpoint. */
  void restore(float[][] tables) {
    readImages = tables[0];
    readTexts = tables[1];
    writtenImages = tables[2];
    writtenTexts = tables[3];
  }
}
