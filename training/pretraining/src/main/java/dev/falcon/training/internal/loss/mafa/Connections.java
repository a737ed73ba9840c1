// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.loss.mafa;

import dev.falcon.training.internal.loss.mafa.ScoreBands.Band;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * The matches that a judge found among a batch's hardest pairs: MAFA's efficient connection mining.
 * A pair that is the hardest for both its image and its caption is found twice and counts twice.
 *
 * @param negatives the pairs with label 0 in matching: those found for captions, then those found
 *     for images
 * @param captionsMatches the pairs found for captions that were converted to matches
 * @param imagesMatches the pairs found for images that were converted to matches
 * @param captionsBands number of captions' hardest pairs per band
 * @param imagesBands number of images' hardest pairs per band
 */
public record Connections(
    List<Pair> negatives,
    List<Pair> captionsMatches,
    List<Pair> imagesMatches,
    Map<Band, Integer> captionsBands,
    Map<Band, Integer> imagesBands) {

  /**
   * An image and a caption.
   *
   * @param image its row in the batch
   * @param caption its row in the batch
   */
  public record Pair(int image, int caption) {}

  /**
   * Classifies the hardest pairs by the judge's scores.
   *
   * @param scores the probabilities of a match, in the order of {@link Hardest#judgedImages}
   */
  public static Connections of(Hardest hardest, float[] scores, ScoreBands bands) {
    List<Pair> negatives = new ArrayList<>();
    List<Pair> captionsMatches = new ArrayList<>();
    List<Pair> imagesMatches = new ArrayList<>();
    Map<Band, Integer> captionsBands = new EnumMap<>(Band.class);
    Map<Band, Integer> imagesBands = new EnumMap<>(Band.class);
    int rows = hardest.rows();
    for (int caption = 0; caption < rows; caption++) {
      Band band = bands.of(scores[caption]);
      captionsBands.merge(band, 1, Integer::sum);
      int second = hardest.secondImages()[caption];
      sort(
          band,
          new Pair(hardest.images()[caption], caption),
          second < 0 ? null : new Pair(second, caption),
          captionsMatches,
          negatives);
    }
    for (int image = 0; image < rows; image++) {
      Band band = bands.of(scores[rows + image]);
      imagesBands.merge(band, 1, Integer::sum);
      int second = hardest.secondCaptions()[image];
      sort(
          band,
          new Pair(image, hardest.captions()[image]),
          second < 0 ? null : new Pair(image, second),
          imagesMatches,
          negatives);
    }
    return new Connections(negatives, captionsMatches, imagesMatches, captionsBands, imagesBands);
  }

  private static void sort(
      Band band, Pair hardest, Pair second, List<Pair> matches, List<Pair> negatives) {
    switch (band) {
      case NEGATIVE -> negatives.add(hardest);
      case MATCH -> matches.add(hardest);
      case SECOND -> {
        if (second != null) {
          negatives.add(second);
        }
      }
      case DROPPED -> {}
    }
  }

  /**
   * Returns matching's further pairs with label 1: those found for captions, then those found for
   * images.
   */
  public List<Pair> matches() {
    List<Pair> matches = new ArrayList<>(captionsMatches);
    matches.addAll(imagesMatches);
    return matches;
  }

  /**
   * Returns the generative loss's further pairs: those found for images, then those found for
   * captions.
   */
  public List<Pair> sequences() {
    List<Pair> sequences = new ArrayList<>(imagesMatches);
    sequences.addAll(captionsMatches);
    return sequences;
  }

  /**
   * Returns contrast's targets for the images [rows x rows]: 1 for the own caption or, if a caption
   * was found, one half for each of the two.
   */
  public float[] imageTargets(int rows) {
    float[] targets = identity(rows);
    for (Pair match : imagesMatches) {
      share(targets, rows, match.image(), match.caption());
    }
    return targets;
  }

  /** Returns contrast's targets for the captions, in the same way [rows x rows]. */
  public float[] captionTargets(int rows) {
    float[] targets = identity(rows);
    for (Pair match : captionsMatches) {
      share(targets, rows, match.caption(), match.image());
    }
    return targets;
  }

  private static float[] identity(int rows) {
    float[] targets = new float[rows * rows];
    for (int row = 0; row < rows; row++) {
      targets[row * rows + row] = 1;
    }
    return targets;
  }

  private static void share(float[] targets, int rows, int anchor, int found) {
    targets[anchor * rows + anchor] = 0.5f;
    targets[anchor * rows + found] = 0.5f;
  }

  /** Returns the share of matching's pairs with label 1, including the batch's own. */
  public double matchShare(int rows) {
    int matches = rows + captionsMatches.size() + imagesMatches.size();
    return matches / (double) (matches + negatives.size());
  }
}
