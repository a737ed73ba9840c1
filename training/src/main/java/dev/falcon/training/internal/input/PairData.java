package dev.falcon.training.internal.input;

/**
 * Pairs of an image and a caption, by row. Where an image has several captions, each is a row of
 * its own, as in ALBEF's flat lists. Instances are thread-safe.
 */
public interface PairData extends Pictures {
  /** The number of pairs. */
  @Override
  int rows();

  /** The pair's key, unique among the pairs. */
  String key(int row);

  /** The image of a pair, from 0 without gaps; two pairs of the same image give the same number. */
  int image(int row);

  /** The number of images. */
  int images();

  /** The pair's caption as text. */
  String caption(int row);

  /** The caption's tokens, including the first token, without padding. */
  int[] tokens(int row);
}
