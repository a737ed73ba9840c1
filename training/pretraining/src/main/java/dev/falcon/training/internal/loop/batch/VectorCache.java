// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.loop.batch;

import dev.falcon.mining.algorithm.SpaceVectors;
import dev.falcon.training.internal.framework.seam.Framework.VectorShape;
import dev.falcon.training.internal.store.Stateful;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The contrastive vectors of all pairs, from the training passes. Vectors that are written in one
 * epoch are read in the next; {@link #turn} makes them readable. A pair that an epoch skipped keeps
 * its older vectors; one skipped in the first epoch is {@link #unseen} until it is written.
 */
public final class VectorCache implements Stateful {
  private static final String READ_IMAGES = "cache.read_images";
  private static final String READ_TEXTS = "cache.read_texts";
  private static final String WRITTEN_IMAGES = "cache.written_images";
  private static final String WRITTEN_TEXTS = "cache.written_texts";

  private final VectorShape shape;
  private final VectorTable readImages;
  private final VectorTable readTexts;
  private final VectorTable writtenImages;
  private final VectorTable writtenTexts;

  public VectorCache(int rows, VectorShape shape) {
    this.shape = shape;
    readImages = new VectorTable(rows, shape.imageLength());
    readTexts = new VectorTable(rows, shape.width());
    writtenImages = new VectorTable(rows, shape.imageLength());
    writtenTexts = new VectorTable(rows, shape.width());
  }

  public int width() {
    return shape.width();
  }

  /**
   * Stores a batch's vectors for the next epoch: images [rows * perImage x width], texts [rows x
   * width].
   */
  public void write(int[] rows, float[] images, float[] texts) {
    for (int i = 0; i < rows.length; i++) {
      writtenImages.write(images, i, rows[i]);
      writtenTexts.write(texts, i, rows[i]);
    }
  }

  /**
   * Returns the pairs that no batch has contained yet, ascending. These are the pairs whose caption
   * has no unit vector.
   */
  public int[] unseen() {
    return writtenTexts.zeros();
  }

  /** Makes the written vectors readable. */
  public void turn() {
    readImages.set(writtenImages);
    readTexts.set(writtenTexts);
  }

  /** Returns the last epoch's image vectors of some pairs [rows * perImage x width]. */
  public float[] images(int[] rows) {
    return readImages.gather(rows);
  }

  /** Returns the last epoch's text vectors of some pairs [rows x width]. */
  public float[] texts(int[] rows) {
    return readTexts.gather(rows);
  }

  /** Returns the last epoch's vectors of some pairs, for comparing each with each. */
  public SpaceVectors space(int[] rows) {
    return new SpaceVectors(
        images(rows), texts(rows), rows.length, shape.width(), shape.perImage());
  }

  @Override
  public Map<String, float[]> saved() {
    Map<String, float[]> tables = new LinkedHashMap<>();
    readImages.save(READ_IMAGES, tables);
    readTexts.save(READ_TEXTS, tables);
    writtenImages.save(WRITTEN_IMAGES, tables);
    writtenTexts.save(WRITTEN_TEXTS, tables);
    return tables;
  }

  @Override
  public void restore(Map<String, float[]> values) {
    readImages.restore(READ_IMAGES, values);
    readTexts.restore(READ_TEXTS, values);
    writtenImages.restore(WRITTEN_IMAGES, values);
    writtenTexts.restore(WRITTEN_TEXTS, values);
  }
}
