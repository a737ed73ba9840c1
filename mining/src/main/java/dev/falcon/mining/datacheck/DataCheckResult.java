package dev.falcon.mining.datacheck;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;

/**
 * The result of a data check. Counts are of the rows that were compared, each with all others of
 * another image.
 *
 * @param rows rows of the store
 * @param compared rows that were compared: all, or as many as were allowed, evenly in the store
 * @param unusable rows left out because a vector is zero or not finite
 * @param images distinct images among them
 * @param repeatedCaptions captions that an earlier row of another image has word by word
 * @param fit how often an image is more similar to its own caption than to another's, ties counting
 *     one half, in [0, 1]; 0.5 is chance
 * @param first captions whose own image is the most similar of all
 * @param belowMedian captions whose own image is among the less similar half
 * @param wrongAtMost the largest share of wrong own pairs with which so few captions are below the
 *     median, at 95 % confidence: twice the upper limit of their share, at most 1. It assumes that
 *     a wrong caption is a random one, so that its own image is below the median in half of all
 *     cases
 * @param ownPairs the captions whose own images rank lowest, the lowest first
 * @param nearAt the cosine from which two images are near duplicates
 * @param nearPairs pairs of near duplicates
 * @param nearImages images that have one
 * @param nearest the most similar pairs of images, the nearest first
 * @param fitsAt the share of images from which a caption fits too many
 * @param fitsMany captions that are more similar than the own caption to that share of images
 * @param widest the captions of the largest shares, the largest first
 * @param texts whether the store holds pairs of texts: an anchor is then in place of the image, and
 *     a text that belongs to it in place of the caption
 * @param imagePairs whether the store holds pairs of images: one that belongs to the image is then
 *     in place of the caption
 */
public record DataCheckResult(
    long rows,
    int compared,
    int unusable,
    int images,
    long repeatedCaptions,
    double fit,
    long first,
    long belowMedian,
    double wrongAtMost,
    List<OwnPair> ownPairs,
    double nearAt,
    long nearPairs,
    long nearImages,
    List<ImagePair> nearest,
    double fitsAt,
    long fitsMany,
    List<WideCaption> widest,
    boolean texts,
    @JsonInclude(JsonInclude.Include.NON_DEFAULT) boolean imagePairs) {
  /**
   * A caption and its own image.
   *
   * @param row of the store
   * @param anchor the text in place of the image; empty for an image
   * @param ahead the share of other images that are more similar to the caption, in [0, 1]
   * @param cosine of the two
   */
  public record OwnPair(
      long row,
      String key,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) String anchor,
      String caption,
      double ahead,
      double cosine) {}

  /**
   * Two images.
   *
   * @param a a row of the first
   * @param b a row of the second
   */
  public record ImagePair(long a, long b, String keyA, String keyB, double cosine) {}

  /**
   * A caption and the share of images to which it is more similar than their own captions, in [0,
   * 1].
   *
   * @param row of the store
   */
  public record WideCaption(long row, String key, String caption, double share) {}

  /** The singular noun of what a row has on the left: image or anchor. */
  public String left() {
    return texts ? "anchor" : "image";
  }

  /** The singular noun of what a row has on the right: caption, text or positive image. */
  public String right() {
    if (imagePairs) {
      return "positive image";
    }
    return texts ? "text" : "caption";
  }

  /** The confidence of {@link #wrongAtMost}. */
  public static final double CONFIDENCE = 0.95;

  /** Below this fit the store's model is taken not to know such data. */
  public static final double LEAST_FIT = 0.75;

  /**
   * Returns whether the model knows the data well enough for the other counts to mean something.
   */
  public boolean fits() {
    return fit >= LEAST_FIT;
  }
}
