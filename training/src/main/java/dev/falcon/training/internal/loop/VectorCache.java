package dev.falcon.training.internal.loop;

import dev.falcon.mining.similarity.SpaceVectors;
import dev.falcon.training.internal.framework.VectorShape;
import dev.falcon.training.internal.store.Stateful;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * The contrastive vectors of all pairs as the training passes saw them. What an epoch writes is
 * read in the next: {@link #turn} swaps the two. A pair that an epoch left out keeps its older
 * vectors; what the first one left out is {@link #unseen} until it is written.
 */
final class VectorCache implements Stateful {
  private static final String READ_IMAGES = "cache.read_images";
  private static final String READ_TEXTS = "cache.read_texts";
  private static final String WRITTEN_IMAGES = "cache.written_images";
  private static final String WRITTEN_TEXTS = "cache.written_texts";

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

  /** The pairs that no batch has shown yet, ascending: those without a caption's unit vector. */
  int[] unseen() {
    int width = shape.width();
    return IntStream.range(0, writtenTexts.length / width)
        .filter(
            row ->
                IntStream.range(row * width, (row + 1) * width).allMatch(i -> writtenTexts[i] == 0))
        .toArray();
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

  /** The last epoch's vectors of some pairs, to compare all with all. */
  SpaceVectors space(int[] rows) {
    return new SpaceVectors(
        images(rows), texts(rows), rows.length, shape.width(), shape.perImage());
  }

  private static float[] gather(float[] from, int[] rows, int length) {
    float[] gathered = new float[rows.length * length];
    for (int i = 0; i < rows.length; i++) {
      System.arraycopy(from, rows[i] * length, gathered, i * length, length);
    }
    return gathered;
  }

  @Override
  public Map<String, float[]> saved() {
    Map<String, float[]> tables = new LinkedHashMap<>();
    tables.put(READ_IMAGES, readImages);
    tables.put(READ_TEXTS, readTexts);
    tables.put(WRITTEN_IMAGES, writtenImages);
    tables.put(WRITTEN_TEXTS, writtenTexts);
    return tables;
  }

  @Override
  public void restore(Map<String, float[]> values) {
    readImages = values.get(READ_IMAGES);
    readTexts = values.get(READ_TEXTS);
    writtenImages = values.get(WRITTEN_IMAGES);
    writtenTexts = values.get(WRITTEN_TEXTS);
  }
}
