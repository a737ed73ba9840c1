// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.constraint;

import dev.falcon.data.RequestException;
import dev.falcon.mining.algorithm.RankWindow;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;

/**
 * Constraints that keep candidates out of a batch under any policy. The paper has none.
 *
 * @param exclusions the properties that samples of a batch must not share
 * @param veto a table {@code key_a, key_b} of samples that must not share a batch, or a table of
 *     truth {@code image_key, text_key, match}
 * @param margin the margin by which two samples are suspected of matching; they are then kept apart
 *     as long as a batch can be filled without them; empty for none
 * @param truth whether samples are kept apart in the same way if one's caption is known to be true
 *     of the other's image
 * @param window the ranks from which an anchor may choose
 * @param nearImages the cosine, in (0, 1], from which two images are near duplicates, whose samples
 *     must not share a batch; empty for no such constraint
 */
public record Constraints(
    Set<Exclusion> exclusions,
    Optional<Path> veto,
    Optional<PositiveMargin> margin,
    boolean truth,
    RankWindow window,
    OptionalDouble nearImages) {
  /** The reason, in counts and in the provenance, for keeping near duplicates apart. */
  public static final String NEAR_IMAGE = "near-image";

  /** The default cosine from which two images are near duplicates. */
  public static final double DEFAULT_NEAR = 0.98;

  /** No constraints, as in the paper. */
  public static final Constraints NONE =
      new Constraints(Set.of(), Optional.empty(), Optional.empty(), false, RankWindow.ALL);

  public Constraints {
    exclusions = Set.copyOf(exclusions);
    if (nearImages.isPresent()
        && !(nearImages.getAsDouble() > 0 && nearImages.getAsDouble() <= 1)) {
      throw new RequestException(
          "the cosine of near duplicates must lie in (0, 1]; near-image="
              + nearImages.getAsDouble());
    }
  }

  /** Creates constraints without the one on near duplicates. */
  public Constraints(
      Set<Exclusion> exclusions,
      Optional<Path> veto,
      Optional<PositiveMargin> margin,
      boolean truth,
      RankWindow window) {
    this(exclusions, veto, margin, truth, window, OptionalDouble.empty());
  }

  /**
   * Returns a copy that keeps samples of one image apart as long as a batch can be filled with
   * others.
   */
  public Constraints withImagesApart() {
    Set<Exclusion> more = new HashSet<>(exclusions);
    more.add(Exclusion.SAME_IMAGE_IF_POSSIBLE);
    return new Constraints(more, veto, margin, truth, window, nearImages);
  }

  /** Returns a copy with another list of vetoes, or with none. */
  public Constraints withVeto(Optional<Path> list) {
    return new Constraints(exclusions, list, margin, truth, window, nearImages);
  }

  /** Returns a copy that keeps samples apart that a margin suspects of matching. */
  public Constraints withMargin(PositiveMargin suspicion) {
    return new Constraints(exclusions, veto, Optional.of(suspicion), truth, window, nearImages);
  }

  /** Returns a copy that keeps samples apart whose images have at least this cosine. */
  public Constraints withNearImages(double cosine) {
    return new Constraints(exclusions, veto, margin, truth, window, OptionalDouble.of(cosine));
  }

  /** Returns a copy that keeps true matches apart. */
  public Constraints withTruth() {
    return new Constraints(exclusions, veto, margin, true, window, nearImages);
  }
}
