// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.matcher;

import dev.falcon.data.FalconException;
import dev.falcon.data.image.ImageTransform;
import java.nio.FloatBuffer;
import java.util.List;

/**
 * Scores whether captions are true of pictures, or whether two texts match. Each picture and text
 * is encoded once; then any pairs of them can be scored. Several threads may score at once.
 */
public interface MatchScorer extends AutoCloseable {
  /** The kind of the scores. */
  enum Kind {
    /** P(match) in [0, 1] by an image-text matching model or a cross-encoder of texts. */
    MATCH_PROBABILITY,
    /** The cosine in [-1, 1] of a dual encoder's vectors, which is not a probability. */
    COSINE
  }

  /** The kind of the scores. */
  Kind kind();

  /**
   * Returns whether pairs consist of two texts. If so, {@link #encodeQueries} encodes the texts
   * that take the place of pictures, and the methods for pictures fail; otherwise, {@link
   * #encodeQueries} fails.
   */
  boolean isOfTexts();

  /**
   * Encodes the texts that take the place of pictures.
   *
   * @throws FalconException if pairs consist of pictures and captions
   */
  List<EncodedImage> encodeQueries(List<String> queries);

  /** Returns the preprocessing of pictures. */
  ImageTransform transform();

  /** Returns a buffer for batches of up to this many pictures // [rows x 3 x height x width]. */
  FloatBuffer newBatch(int rows);

  /** Encodes the pictures in the buffer's first rows. */
  List<EncodedImage> encodeImages(FloatBuffer batch, int rows);

  /** Returns whether pairs of two pictures can also be scored, by {@link #encodeSecondImages}. */
  default boolean scoresPictures() {
    return false;
  }

  /**
   * Encodes the pictures in the buffer's first rows to take the place of captions.
   *
   * @throws FalconException if pairs of pictures cannot be scored
   */
  default List<EncodedCaption> encodeSecondImages(FloatBuffer batch, int rows) {
    throw new FalconException("this model scores no pairs of two pictures");
  }

  /** Encodes captions. */
  List<EncodedCaption> encodeCaptions(List<String> captions);

  /**
   * Scores pairs.
   *
   * @param images the encoded pictures
   * @param imageOfPair the index of each pair's picture {@code // [pairs]}
   * @param captions the encoded captions
   * @param captionOfPair the index of each pair's caption {@code // [pairs]}
   * @return one score per pair {@code // [pairs]}
   */
  float[] score(
      List<EncodedImage> images,
      int[] imageOfPair,
      List<EncodedCaption> captions,
      int[] captionOfPair);

  /**
   * Scores pairs for re-ranking in retrieval: by the logit of "match" alone, without a softmax. For
   * a model that gives probabilities, the score is their log-odds; for a dual encoder, it is the
   * cosine.
   *
   * @return one score per pair {@code // [pairs]}
   */
  float[] matchLogits(
      List<EncodedImage> images,
      int[] imageOfPair,
      List<EncodedCaption> captions,
      int[] captionOfPair);

  @Override
  void close();
}
