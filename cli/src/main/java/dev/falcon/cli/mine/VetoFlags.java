// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli.mine;

import dev.falcon.data.RequestException;
import dev.falcon.data.Warning;
import dev.falcon.data.store.EmbeddingStore;
import dev.falcon.mining.algorithm.RankWindow;
import dev.falcon.mining.constraint.Constraints;
import dev.falcon.mining.constraint.Exclusion;
import dev.falcon.mining.constraint.PositiveMargin;
import dev.falcon.mining.constraint.SecondWitness;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Supplier;
import picocli.CommandLine.Option;

/** The flags that exclude candidates. By default, only samples of the same image are kept apart. */
final class VetoFlags {
  @Option(
      names = "--exclude",
      split = ",",
      paramLabel = "KINDS",
      completionCandidates = ExcludedKinds.OfBatches.class,
      description =
          "What must not occur twice in a batch: same-image, same-caption, near-image or none (default: same-image, if the store has image ids"
              + " and other samples can fill the batch). near-image keeps images apart whose cosine"
              + " is 0.98 or more; near-image:C, C or more.")
  private List<String> exclusions = List.of();

  @Option(
      names = "--max-score",
      paramLabel = "S",
      description = "Choose no negative more similar than S, which lies in [-2, 2].")
  private Float maxScore; // null if not named

  @Option(
      names = "--absolute-margin",
      paramLabel = "D",
      description =
          "Keep two samples apart if the caption of one is more similar to the other's image than to"
              + " its own, less D; D lies in [0, 2].")
  private Float absoluteMargin;

  @Option(
      names = "--relative-margin",
      paramLabel = "R",
      description =
          "The same, less a fraction R of the similarity to its own image; R lies in [0, 1].")
  private Float relativeMargin;

  @Option(
      names = "--own-weight",
      paramLabel = "W|auto",
      description =
          "With a margin: the weight W, in [0, 1], of a caption's similarity to its own image; the"
              + " mean of all has the weight 1 - W. auto estimates W from how far the captions of an"
              + " image agree (default: 1).")
  private String ownWeight; // null if not named

  @Option(
      names = "--second-witness",
      paramLabel = "F",
      description =
          "With a margin, for texts on both sides: also keep apart samples within a relative margin"
              + " of 0.3 whose left texts and whose right texts are both at least F times as similar"
              + " as left and right; F lies in (0, 1].")
  private Double secondWitness; // null if not named

  @Option(
      names = "--range-min",
      paramLabel = "N",
      description = "Skip the N most similar candidates of each anchor.")
  private int rangeMin = 0;

  @Option(
      names = "--range-max",
      paramLabel = "N",
      description = "Consider only the N most similar candidates of each anchor.")
  private int rangeMax = Integer.MAX_VALUE;

  @Option(
      names = "--veto",
      paramLabel = "FILE",
      description =
          "Keep these pairs of samples apart: a table key_a, key_b, as audit-fn --write-veto"
              + " writes it, or a table of the truth, image_key, text_key, match.")
  private Path veto;

  /** Returns the requested constraints. */
  Constraints constraints() {
    return new Constraints(
        exclusions(),
        Optional.ofNullable(veto),
        PositiveMargin.of(Optional.ofNullable(absoluteMargin), Optional.ofNullable(relativeMargin)),
        false,
        new RankWindow(rangeMin, rangeMax, maxScore()),
        nearImages());
  }

  /**
   * Returns the cosine from which images count as near duplicates; empty if near duplicates are not
   * excluded.
   */
  private OptionalDouble nearImages() {
    OptionalDouble cosine = OptionalDouble.empty();
    for (String label : exclusions) {
      if (isNearImage(label)) {
        cosine = OptionalDouble.of(cosine(label));
      }
    }
    return cosine;
  }

  private static double cosine(String label) {
    int colon = label.indexOf(':');
    if (colon < 0) {
      return Constraints.DEFAULT_NEAR;
    }
    try {
      return Double.parseDouble(label.substring(colon + 1));
    } catch (NumberFormatException e) {
      throw new RequestException(
          "near-image:C takes a cosine in (0, 1], such as near-image:0.95; it is " + label, e);
    }
  }

  private static boolean isNearImage(String label) {
    return label.replaceFirst(":.*", "").replace('_', '-').equals(Constraints.NEAR_IMAGE);
  }

  /**
   * Returns the constraints with the requested settings of their margin, including the policy's
   * own.
   *
   * @param estimated supplies the store's estimate of the weight; called only for {@code auto}
   */
  Constraints refined(Constraints constraints, Supplier<Float> estimated) {
    if (ownWeight == null && secondWitness == null) {
      return constraints;
    }
    PositiveMargin margin =
        constraints
            .margin()
            .orElseThrow(
                () ->
                    new RequestException(
                        "--own-weight and --second-witness need a margin; give --relative-margin"
                            + " or a policy that has one"));
    return constraints.withMargin(
        margin.with(
            ownWeight == null ? margin.ownWeight() : OwnWeight.of(ownWeight, estimated),
            secondWitness == null
                ? margin.witness()
                : Optional.of(new SecondWitness(secondWitness))));
  }

  /**
   * Returns a note if a second witness is used for images, for which it was not made; otherwise
   * empty.
   *
   * @param ofPolicy whether the policy has a second witness
   */
  Optional<String> note(EmbeddingStore store, boolean ofPolicy) {
    return (secondWitness == null && !ofPolicy) || store.hasAnchors()
        ? Optional.empty()
        : Optional.of(
            Warning.line(
                (secondWitness == null ? "the policy's second witness" : "--second-witness")
                    + " is for texts on both sides; if one side is images, it confirms nearly every"
                    + " suspected pair, and true hard negatives are lost"));
  }

  /** Returns whether samples of the same image are kept apart, as by default. */
  boolean imagesApart() {
    return exclusions.isEmpty();
  }

  /** Returns the properties that must not occur twice in a batch. */
  private Set<Exclusion> exclusions() {
    return ExcludedKinds.of(
        exclusions.stream().filter(label -> !isNearImage(label)).toList(),
        new ExcludedKinds.OfBatches());
  }

  /** Returns the list of pairs to keep apart. */
  Optional<Path> veto() {
    return Optional.ofNullable(veto);
  }

  private float maxScore() {
    if (maxScore == null) {
      return Float.POSITIVE_INFINITY;
    }
    if (maxScore.isInfinite()) {
      throw new RequestException("max-score must lie in [-2, 2]; max-score=" + maxScore);
    }
    return maxScore;
  }
}
