package dev.falcon.onnx.matcher;

import dev.falcon.data.FalconException;
import dev.falcon.data.image.ImageTransform;
import java.nio.FloatBuffer;
import java.util.List;

/**
 * Scores whether captions are true of pictures, or whether two texts match. Pictures and texts are
 * encoded once, then any pairs of them are scored. Several threads may score at once.
 */
public interface MatchScorer extends AutoCloseable {
  /** Kind of the scores. */
  enum Kind {
    /** P(match) in [0, 1] by an image-text matching model or a cross-encoder of texts. */
    MATCH_PROBABILITY,
    /** The cosine in [-1, 1] of a dual encoder's vectors, which is not a probability. */
    COSINE
  }

  /** Kind of the scores. */
  Kind kind();

  /**
   * Returns whether pairs are of two texts. Then {@link #encodeQueries} encodes what is in place of
   * pictures, and the methods for pictures fail; otherwise it is the other way round.
   */
  boolean isOfTexts();

  /**
   * Encodes the texts in place of pictures.
   *
   * @throws FalconException if pairs are of pictures and captions
   */
  List<EncodedImage> encodeQueries(List<String> queries);

  /** Preprocessing of pictures. */
  ImageTransform transform();

  /** A buffer for batches of up to this many pictures // [rows x 3 x height x width]. */
  FloatBuffer newBatch(int rows);

  /** Encodes the buffer's first rows. */
  List<EncodedImage> encodeImages(FloatBuffer batch, int rows);

  /** Returns whether it scores pairs of two pictures, too, by {@link #encodeSecondImages}. */
  default boolean scoresPictures() {
    return false;
  }

  /**
   * Encodes the buffer's first rows as pictures in place of captions.
   *
   * @throws FalconException if it does not score pairs of pictures
   */
  default List<EncodedCaption> encodeSecondImages(FloatBuffer batch, int rows) {
    throw new FalconException("this model scores no pairs of two pictures");
  }

  /** Encodes captions. */
  List<EncodedCaption> encodeCaptions(List<String> captions);

  /**
   * Scores pairs.
   *
   * @param images pictures
   * @param imageOfPair each pair's picture {@code // [pairs]}
   * @param captions captions
   * @param captionOfPair each pair's caption {@code // [pairs]}
   * @return one score per pair {@code // [pairs]}
   */
  float[] score(
      List<EncodedImage> images,
      int[] imageOfPair,
      List<EncodedCaption> captions,
      int[] captionOfPair);

  /**
   * Scores pairs as retrieval re-ranks them: by the logit of "match" alone, without a softmax. For
   * a model that gives probabilities it is their log-odds; for a dual encoder the cosine.
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
