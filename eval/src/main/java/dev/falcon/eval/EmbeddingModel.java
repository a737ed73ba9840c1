// SPDX-License-Identifier: Apache-2.0
package dev.falcon.eval;

import dev.falcon.data.Provenance;
import dev.falcon.data.image.ConvertOrder;
import java.util.Iterator;
import java.util.List;

/**
 * A model in evaluation: embeds pictures and texts as vectors in one space. Vectors are
 * L2-normalised float32 rows, and the same input gives the same vector in any batch.
 */
public interface EmbeddingModel {
  /**
   * Returns a digest of everything that determines a vector: graphs, preprocessing, tokenizer and
   * precision. Cached vectors may be used if the fingerprints are equal.
   */
  String fingerprint();

  /** Adds the model's files, and the library that runs them, to a provenance. */
  default Provenance recorded(Provenance provenance) {
    return provenance;
  }

  /**
   * Embeds images in full batches. Some images are decoded while others are in the model.
   *
   * @param images the encoded files, of which a bounded number is read ahead, by one thread at a
   *     time
   * @param order whether a picture is converted to RGB before or after resizing
   * @param sink receives the vector of each image, or the reason why it has none; calls do not
   *     overlap
   */
  void embedImages(Iterator<byte[]> images, ConvertOrder order, ImageSink sink);

  /**
   * Embeds texts in full batches.
   *
   * @return the vectors, one row per text // [texts x d]
   * @throws dev.falcon.data.FalconException if the model has no text graph
   */
  float[][] embedTexts(List<String> texts);

  /**
   * Embeds texts that are queries, for which the model may have its own prompt.
   *
   * @return the vectors, one row per text // [texts x d]
   */
  default float[][] embedQueries(List<String> texts) {
    return embedTexts(texts);
  }

  /** Receives images' vectors. */
  interface ImageSink {
    /**
     * Receives an image's vector.
     *
     * @param image the number of the image, counted from 0 in the order of the iterator
     * @param vector the vector, or several vectors one after another; the array belongs to the sink
     *     from then on // [vectors * d]
     */
    void vector(int image, float[] vector);

    /** Receives the reason, in one line, why an image has no vector. */
    void unusable(int image, String reason);
  }
}
