package dev.falcon.mining.constraint;

import dev.falcon.data.RequestException;

/**
 * How far below a caption's similarity to its own image that to another image must stay, lest the
 * caption be suspected to be true of the other, too. NV-Retriever's positive-aware mining, with the
 * names that sentence-transformers gives it.
 *
 * @param absolute a difference, in [0, 2]
 * @param relative a part of the own similarity, in [0, 1]; 0.05 leaves out what reaches more than
 *     95 % of it
 */
public record PositiveMargin(float absolute, float relative) {
  /**
   * That of {@code falcon+}: NV-Retriever's, which also does best in the comparison of policies on
   * Scenes.
   */
  public static final PositiveMargin FALCON_PLUS = new PositiveMargin(0, 0.05f);

  public PositiveMargin {
    require("absolute-margin", absolute, 2);
    require("relative-margin", relative, 1);
  }

  /** The greatest similarity of a caption to another image that is no cause for suspicion. */
  public float bound(float own) {
    // A part of the magnitude: below zero, a factor would move the bound the wrong way.
    return own - Math.max(absolute, Math.abs(own) * relative);
  }

  private static void require(String name, float value, float greatest) {
    if (!(value >= 0 && value <= greatest)) {
      throw new RequestException(
          "%s lies in [0, %.0f]; %s=%s".formatted(name, greatest, name, value));
    }
  }
}
