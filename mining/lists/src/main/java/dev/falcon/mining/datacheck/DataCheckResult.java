// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.datacheck;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.falcon.data.statistics.Rate;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The result of a data check. The counts are of the compared rows, each of which was compared with
 * all compared rows of other images; those of near duplicates are of the images of all rows.
 *
 * @param rows the number of rows of the store
 * @param compared the number of compared rows: all, or as many as were allowed, evenly spaced in
 *     the store
 * @param unusable the number of rows that were left out because a vector is zero or not finite
 * @param images the number of distinct images among the compared rows
 * @param repeatedImages the number of image vectors that occur under several keys without an image
 *     id, and count as one image each
 * @param repeatedCaptions the number of captions that are the same text as the caption of an
 *     earlier row of another image
 * @param fit the share of comparisons, in [0, 1], in which an image is more similar to its own
 *     caption than to another's, ties counting one half; 0.5 is chance
 * @param first the number of captions to which no image is more similar than their own
 * @param belowMedian the number of captions whose own image is in the less similar half
 * @param wrongAtMost the upper limit of the share of wrong own pairs, at 95 % confidence: twice the
 *     upper limit of the share of captions below the median, at most 1. It assumes that a wrong
 *     caption is a random one, whose own image is below the median in half of all cases
 * @param ownPairs the captions whose own images rank lowest, the lowest first
 * @param nearAt the cosine from which two images are near duplicates
 * @param nearOf the number of distinct images of all usable rows, among which near duplicates were
 *     searched
 * @param nearPairs the number of pairs of near duplicates that were found
 * @param nearImages the number of images with a near duplicate that was found
 * @param nearest the most similar pairs of images, the nearest first; of images with the same
 *     vector, one pair
 * @param nearRecall the share of the pairs of near duplicates that the search finds; empty if all
 *     images were compared
 * @param fitsAt the share of images from which a caption fits too many
 * @param fitsMany the number of captions that are more similar than the images' own captions to at
 *     least that share of images
 * @param widest the captions with the largest such shares, the largest first
 * @param texts whether the store holds pairs of texts; an anchor then takes the place of the image,
 *     and a text that belongs to it that of the caption
 * @param imagePairs whether the store holds pairs of images; the second image then takes the place
 *     of the caption
 * @param selfPairs whether the two sides of every compared row are the same text or have the same
 *     vector, as where texts are their own anchors; own pairs and what they are compared with then
 *     mean nothing
 */
public record DataCheckResult(
    long rows,
    int compared,
    int unusable,
    int images,
    @JsonInclude(JsonInclude.Include.NON_DEFAULT) int repeatedImages,
    long repeatedCaptions,
    double fit,
    long first,
    long belowMedian,
    double wrongAtMost,
    List<OwnPair> ownPairs,
    double nearAt,
    long nearOf,
    long nearPairs,
    long nearImages,
    List<ImagePair> nearest,
    @JsonInclude(JsonInclude.Include.NON_ABSENT) Optional<NearRecall> nearRecall,
    double fitsAt,
    long fitsMany,
    List<WideCaption> widest,
    boolean texts,
    @JsonInclude(JsonInclude.Include.NON_DEFAULT) boolean imagePairs,
    @JsonInclude(JsonInclude.Include.NON_DEFAULT) boolean selfPairs) {
  /**
   * A caption and its own image.
   *
   * @param row the row of the store
   * @param anchor the text in place of the image; empty for an image
   * @param ahead the share of other images that are more similar to the caption, in [0, 1]
   * @param cosine the cosine of the caption and its own image
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
   * The share of the pairs of near duplicates that a search in clusters finds, measured by images
   * that were compared with all others.
   *
   * @param drawn the number of these images
   * @param pairs the number of pairs of such an image and a near duplicate
   * @param share the share of these pairs that the search finds, in [0, 1]; NaN without pairs
   * @param low the lower end of the share's 95 % interval
   * @param high the upper end of the share's 95 % interval
   */
  public record NearRecall(int drawn, long pairs, double share, double low, double high) {
    static NearRecall of(int drawn, Rate rate) {
      return rate.judged() == 0
          ? new NearRecall(drawn, 0, Double.NaN, Double.NaN, Double.NaN)
          : new NearRecall(
              drawn, rate.judged(), rate.share(), rate.interval().low(), rate.interval().high());
    }

    /** Returns the recall as a sentence. */
    public String sentence(String noun) {
      if (pairs == 0) {
        return String.format(
            Locale.ROOT,
            "Of %,d %ss that were compared with all others, none has a near duplicate, so the share"
                + " that the search finds is not known.",
            drawn,
            noun);
      }
      return String.format(
          Locale.ROOT,
          "The search compares %ss of the same clusters: it finds %.1f %% of the near duplicates"
              + " (95 %%: %.1f to %.1f %%) of %,d %ss that were compared with all others.",
          noun,
          100 * share,
          100 * low,
          100 * high,
          drawn,
          noun);
    }
  }

  /**
   * A caption that fits many images.
   *
   * @param row the row of the store
   * @param share the share of other images that are more similar to it than to their own captions,
   *     in [0, 1]
   */
  public record WideCaption(long row, String key, String caption, double share) {}

  /** Returns the noun, in the singular, for the left side of a row: image or anchor. */
  public String left() {
    return texts ? "anchor" : "image";
  }

  /**
   * Returns the noun, in the singular, for the right side of a row: caption, text or positive
   * image.
   */
  public String right() {
    if (imagePairs) {
      return "positive image";
    }
    return texts ? "text" : "caption";
  }

  /** The confidence of {@link #wrongAtMost}. */
  public static final double CONFIDENCE = 0.95;

  /** The least fit with which the store's model is taken to know such data. */
  public static final double LEAST_FIT = 0.75;

  /**
   * Returns whether the model knows the data well enough for the other counts to mean something.
   */
  public boolean fits() {
    return fit >= LEAST_FIT;
  }
}
