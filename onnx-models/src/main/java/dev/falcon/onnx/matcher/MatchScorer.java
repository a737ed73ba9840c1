package dev.falcon.onnx.matcher;

import dev.falcon.data.image.transform.ImageTransform;
import java.nio.FloatBuffer;
import java.util.List;

/**
 * Judges whether captions are true of pictures. Pictures and captions are encoded once, then any
 * pairs of them are scored. Several threads may score at once.
 */
public interface MatchScorer extends AutoCloseable {
  /** What the scores are. */
  enum Kind {
    /** P(match) in [0, 1] by an image-text matching model. */
    MATCH_PROBABILITY,
    /** The cosine in [-1, 1] of a dual encoder's vectors, which is no probability. */
    COSINE
  }

  /** What the scores are. */
  Kind kind();

  /** What must be done to a picture before it is encoded. */
  ImageTransform transform();

  /** A buffer for batches of up to that many pictures // [rows x 3 x height x width]. */
  FloatBuffer newBatch(int rows);

  /** Encodes the buffer's first rows. */
  List<EncodedImage> encodeImages(FloatBuffer batch, int rows);

  /** Encodes captions. */
  List<EncodedCaption> encodeCaptions(List<String> captions);

  /**
   * Scores pairs.
   *
   * @param images pictures
   * @param imageOfPair which of them each pair has {@code // [pairs]}
   * @param captions captions
   * @param captionOfPair which of them each pair has {@code // [pairs]}
   * @return one score a pair {@code // [pairs]}
   */
  float[] score(
      List<EncodedImage> images,
      int[] imageOfPair,
      List<EncodedCaption> captions,
      int[] captionOfPair);

  /**
   * Scores pairs as retrieval re-ranks them: by the logit of "match" alone, without the softmax
   * that makes it a probability. Of a model that gives probabilities it is their log-odds; of a
   * dual encoder the cosine.
   *
   * @return one score a pair {@code // [pairs]}
   */
  float[] matchLogits(
      List<EncodedImage> images,
      int[] imageOfPair,
      List<EncodedCaption> captions,
      int[] captionOfPair);

  @Override
  void close();
}
