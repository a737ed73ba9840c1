// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.constraint;

import dev.falcon.data.RequestException;
import java.util.Locale;
import java.util.Optional;

/**
 * The least distance by which a caption's similarity to another image must be below its similarity
 * to its own image. A caption nearer to the other image is suspected to be true of it, too. This is
 * NV-Retriever's positive-aware mining, with the names of sentence-transformers.
 *
 * @param absolute the least difference, in [0, 2]
 * @param relative the least difference as a share of the own similarity, in [0, 1]; 0.05 suspects
 *     candidates above 95 % of it
 * @param ownWeight the weight, in [0, 1], of the difference between an own similarity and the mean
 *     of the search space or, in lists from a corpus, of all queries; 1 uses own similarities
 *     unchanged, 0 gives all captions the same bound. If own similarities are mostly noise, a
 *     weight below 1 finds the same matches with fewer suspicions
 * @param witness the second witness, which also suspects candidates within a relative margin of
 *     {@value #WITNESSED} if the two images and the two captions are as near to each other; for
 *     texts on both sides, whose similarities are comparable
 */
public record PositiveMargin(
    float absolute, float relative, float ownWeight, Optional<SecondWitness> witness) {
  /** The relative margin within which the second witness decides. */
  public static final float WITNESSED = 0.3f;

  /**
   * The margin of {@code falcon+}: NV-Retriever's, which is also the best in the comparison of
   * policies on Scenes.
   */
  public static final PositiveMargin FALCON_PLUS = new PositiveMargin(0, 0.05f);

  /** Creates a margin that uses own similarities unchanged, without a second witness. */
  public PositiveMargin(float absolute, float relative) {
    this(absolute, relative, 1, Optional.empty());
  }

  public PositiveMargin {
    require("own-weight", ownWeight, 1);
    require("absolute-margin", absolute, 2);
    require("relative-margin", relative, 1);
  }

  /** Returns the margin with these parts; empty if none of them is given. */
  public static Optional<PositiveMargin> of(Optional<Float> absolute, Optional<Float> relative) {
    return absolute.isEmpty() && relative.isEmpty()
        ? Optional.empty()
        : Optional.of(new PositiveMargin(absolute.orElse(0f), relative.orElse(0f)));
  }

  /** Returns the greatest similarity of a caption to another image that is not suspected. */
  public float bound(float own) {
    // A share of the magnitude: below zero, a factor would move the bound the wrong way.
    return own - Math.max(absolute, Math.abs(own) * relative);
  }

  /**
   * Returns the bounds of all captions of a search space.
   *
   * @param own the similarity of each caption to its own image
   * @return the greatest similarity of each caption that is not suspected
   */
  public float[] bounds(float[] own) {
    double sum = 0;
    for (float each : own) {
      sum += each;
    }
    double mean = sum / own.length;
    float[] bounds = new float[own.length];
    for (int i = 0; i < bounds.length; i++) {
      bounds[i] = bound(shrunk(own[i], mean)) + 0f;
    }
    return bounds;
  }

  /**
   * Returns an own similarity as the margin uses it, shrunk towards the mean.
   *
   * @param mean the mean of the own similarities; not used with a weight of 1
   */
  public float shrunk(float own, double mean) {
    return ownWeight == 1 ? own : (float) (mean + ownWeight * (own - mean));
  }

  /** Returns the margin within which the witness decides; at least this one. */
  public PositiveMargin witnessed() {
    return new PositiveMargin(absolute, Math.max(relative, WITNESSED), ownWeight, Optional.empty());
  }

  /** Returns a copy with another weight of own similarities and a witness. */
  public PositiveMargin with(float weight, Optional<SecondWitness> other) {
    return new PositiveMargin(absolute, relative, weight, other);
  }

  private static void require(String name, float value, float greatest) {
    if (!(value >= 0 && value <= greatest)) {
      throw new RequestException(
          String.format(
              Locale.ROOT, "%s must lie in [0, %.0f]; %s=%s", name, greatest, name, value));
    }
  }
}
