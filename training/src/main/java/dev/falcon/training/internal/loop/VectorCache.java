package dev.falcon.training.internal.loop;

import dev.falcon.training.internal.framework.VectorShape;
import java.util.Arrays;

/**
 * The contrastive vectors of all pairs as the training passes saw them. What an epoch writes is
 * read in the next: {@link #turn} swaps the two. A pair that an epoch left out keeps its older
 * vectors.
 */
final class VectorCache {
  private final VectorShape shape;
  private float[] readImages;
  private float[] readTexts;
  private float[] writtenImages;
  private float[] writtenTexts;

  VectorCache(int rows, VectorShape shape) {
    this.shape = shape;
    readImages = new float[Math.multiplyExact(rows, shape.imageLength())];
    readTexts = new float[Math.multiplyExact(rows, shape.width())];
    writtenImages = new float[readImages.length];
    writtenTexts = new float[readTexts.length];
  }

  int width() {
    return shape.width();
  }

  /** Keeps a batch's vectors for the next epoch: [rows * perImage x width], [rows x width]. */
  void write(int[] rows, float[] images, float[] texts) {
    int image = shape.imageLength();
    int text = shape.width();
    for (int i = 0; i < rows.length; i++) {
      System.arraycopy(images, i * image, writtenImages, rows[i] * image, image);
      System.arraycopy(texts, i * text, writtenTexts, rows[i] * text, text);
    }
  }

  /** Makes what was written readable. */
  void turn() {
    readImages = Arrays.copyOf(writtenImages, writtenImages.length);
    readTexts = Arrays.copyOf(writtenTexts, writtenTexts.length);
  }

  /** The last epoch's image vectors of some pairs [rows * perImage x width]. */
  float[] images(int[] rows) {
    return gather(readImages, rows, shape.imageLength());
  }

  /** The last epoch's text vectors of some pairs [rows x width]. */
  float[] texts(int[] rows) {
    return gather(readTexts, rows, shape.width());
  }

  private static float[] gather(float[] from, int[] rows, int length) {
    float[] gathered = new float[rows.length * length];
    for (int i = 0; i < rows.length; i++) {
      System.arraycopy(from, rows[i] * length, gathered, i * length, length);
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
