package dev.falcon.eval;

import dev.falcon.data.Provenance;
import dev.falcon.data.image.ConvertOrder;
import java.util.Iterator;
import java.util.List;

/**
 * A model as evaluation uses it: pictures and texts as vectors in one space. Vectors are
 * L2-normalised float32 rows, and the same input gives the same vector in whatever batch it comes.
 */
public interface EmbeddingModel {
  /**
   * A digest of everything that decides a vector: graphs, preprocessing, tokenizer, precision.
   * Equal fingerprints mean that cached vectors may be used.
   */
  String fingerprint();

  /** Adds the model's files, and the library that runs them, to a provenance. */
  default Provenance recorded(Provenance provenance) {
    return provenance;
  }

  /**
   * Embeds images in full batches, decoding some while others are in the model.
   *
   * @param images encoded files, pulled by one thread at a time and only a bounded number ahead
   * @param order when a picture becomes RGB
   * @param sink takes what becomes of each image, one call after the other
   */
  void embedImages(Iterator<byte[]> images, ConvertOrder order, ImageSink sink);

  /**
   * Embeds texts in full batches.
   *
   * @return one row per text // [texts x d]
   * @throws dev.falcon.data.FalconException if the model has no text graph
   */
  float[][] embedTexts(List<String> texts);

  /**
   * Embeds texts that search for others, which may have a prompt of their own.
   *
   * @return one row per text // [texts x d]
   */
  default float[][] embedQueries(List<String> texts) {
    return embedTexts(texts);
  }

  /** Takes images' vectors. */
  interface ImageSink {
    /**
     * An image's vector.
     *
     * @param image the number of the image, counted from 0 in the order of the iterator
     * @param vector the vector, or several one after another, which become the sink's // [vectors *
     *     d]
     */
    void vector(int image, float[] vector);

    /** Why an image has no vector, in one line. */
    void unusable(int image, String reason);
  }
}
