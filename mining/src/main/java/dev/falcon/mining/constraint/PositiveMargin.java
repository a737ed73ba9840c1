package dev.falcon.mining.constraint;

import dev.falcon.data.RequestException;
import java.util.Locale;
import java.util.Optional;

/**
 * Minimum distance of a caption's similarity to another image below that to its own; beyond it the
 * caption is suspected to be true of the other image, too. NV-Retriever's positive-aware mining,
 * with the names of sentence-transformers.
 *
 * @param absolute a difference, in [0, 2]
 * @param relative a share of the own similarity, in [0, 1]; 0.05 removes candidates above 95 % of
 *     it
 * @param ownWeight weight of an own similarity's difference from the mean of the search space or,
 *     of lists from a corpus, of all queries, in [0, 1]; 1 uses own similarities unchanged, 0 gives
 *     all captions one bound. If own similarities are mostly noise, less than 1 suspects fewer for
 *     the same matches
 * @param witness also suspects candidates within a margin of {@value #WITNESSED} if the two images
 *     and the two captions are as near each other; for texts on both sides, whose similarities are
 *     comparable
 */
public record PositiveMargin(
    float absolute, float relative, float ownWeight, Optional<SecondWitness> witness) {
  /** The relative margin within which the second witness is used. */
  public static final float WITNESSED = 0.3f;

  /**
   * That of {@code falcon+}: NV-Retriever's, which is also the best in the comparison of policies
   * on Scenes.
   */
  public static final PositiveMargin FALCON_PLUS = new PositiveMargin(0, 0.05f);

  /** With unchanged own similarities. */
  public PositiveMargin(float absolute, float relative) {
    this(absolute, relative, 1, Optional.empty());
  }

  public PositiveMargin {
    require("own-weight", ownWeight, 1);
    require("absolute-margin", absolute, 2);
    require("relative-margin", relative, 1);
  }

  /** The greatest similarity of a caption to another image without suspicion. */
  public float bound(float own) {
    // A share of the magnitude: below zero, a factor would move the bound the wrong way.
    return own - Math.max(absolute, Math.abs(own) * relative);
  }

  /**
   * The bounds of all captions of a search space.
   *
   * @param own the similarity of each caption to its own image
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
   * An own similarity as the margin takes it.
   *
   * @param mean of the own similarities beside it; not used with a weight of 1
   */
  public float shrunk(float own, double mean) {
    return ownWeight == 1 ? own : (float) (mean + ownWeight * (own - mean));
  }

  /** The margin within which the witness is used; at least this one. */
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
          String.format(Locale.ROOT, "%s lies in [0, %.0f]; %s=%s", name, greatest, name, value));
    }
  }
}
