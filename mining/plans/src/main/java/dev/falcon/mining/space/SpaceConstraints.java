// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.space;

import dev.falcon.data.FalconException;
import dev.falcon.data.sample.SameText;
import dev.falcon.kernels.Kernels;
import dev.falcon.kernels.Parallel;
import dev.falcon.mining.algorithm.Conflicts;
import dev.falcon.mining.algorithm.SpaceVectors;
import dev.falcon.mining.constraint.Constraints;
import dev.falcon.mining.constraint.Exclusion;
import dev.falcon.mining.constraint.SampleFacts;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.LongFunction;

/** Constraints over some samples: finds the conflicts of a search space. */
public final class SpaceConstraints {
  private final Constraints constraints;
  private final SampleFacts facts;
  private final Optional<VetoList> veto;

  private SpaceConstraints(Constraints constraints, SampleFacts facts, Optional<VetoList> veto) {
    this.constraints = constraints;
    this.facts = facts;
    this.veto = veto;
  }

  /**
   * Prepares constraints.
   *
   * @throws FalconException if the samples lack properties that the constraints use
   */
  public static SpaceConstraints of(Constraints constraints, SampleFacts facts) {
    requireKnown(constraints, facts);
    Optional<VetoList> veto = constraints.veto().map(file -> VetoList.read(file, facts));
    return new SpaceConstraints(constraints, facts, veto);
  }

  /**
   * Prepares constraints whose list of vetoes is already read.
   *
   * @param pairs the pairs of rows in the list, as found by {@link VetoPairs}
   */
  public static SpaceConstraints of(
      Constraints constraints, SampleFacts facts, Optional<long[]> pairs) {
    requireKnown(constraints, facts);
    return new SpaceConstraints(constraints, facts, pairs.map(VetoList::ofPairs));
  }

  private static void requireKnown(Constraints constraints, SampleFacts facts) {
    if (constraints.exclusions().contains(Exclusion.SAME_IMAGE) && !facts.hasImageIds()) {
      throw new FalconException(
          facts.name() + ": has no image_id, which excluding samples of the same image needs");
    }
    if (constraints.exclusions().contains(Exclusion.SAME_CAPTION) && !facts.hasCaptions()) {
      throw new FalconException(
          facts.name() + ": has no captions, which excluding samples of the same caption needs");
    }
    if (constraints.truth() && facts.matches().isEmpty()) {
      throw new FalconException(
          facts.name()
              + ": it is not known which captions are true, as the oracle must; it needs data of"
              + " known truth, such as Scenes");
    }
  }

  /**
   * Returns the conflicts of one search space.
   *
   * @param rows the rows of its samples, by index in the space
   * @param vectors the vectors of its samples; used only with a margin or near duplicates
   * @param threads the number of threads that compare vectors; does not affect the result
   */
  public List<Conflicts> within(long[] rows, SpaceVectors vectors, int threads) {
    List<Conflicts> conflicts = new ArrayList<>(known(rows, vectors));
    conflicts.addAll(suspected(vectors, threads));
    return conflicts;
  }

  /** Returns the conflicts that do not depend on similarities of images and captions. */
  public List<Conflicts> known(long[] rows, SpaceVectors vectors) {
    List<Conflicts> conflicts = new ArrayList<>();
    for (Exclusion exclusion : Exclusion.values()) {
      if (constraints.exclusions().contains(exclusion)) {
        conflicts.add(
            GroupConflicts.ofEqual(
                exclusion.label(), yielding(exclusion), labels(rows, labelOf(exclusion))));
      }
    }
    constraints
        .nearImages()
        .ifPresent(cosine -> conflicts.add(NearImages.of(vectors, cosine, Kernels.cross())));
    veto.ifPresent(list -> conflicts.add(list.within(rows)));
    facts
        .matches()
        .filter(known -> constraints.truth())
        .ifPresent(known -> conflicts.add(new TrueMatches(known, rows)));
    return conflicts;
  }

  private List<Conflicts> suspected(SpaceVectors vectors, int threads) {
    if (constraints.margin().isEmpty()) {
      return List.of();
    }
    try (Parallel parallel = new Parallel(threads)) {
      return List.of(
          SuspectedMatches.of(vectors, constraints.margin().get(), Kernels.best(), parallel));
    }
  }

  private static Conflicts.Yielding yielding(Exclusion exclusion) {
    return exclusion == Exclusion.SAME_IMAGE_IF_POSSIBLE
        ? Conflicts.Yielding.LAST
        : Conflicts.Yielding.NEVER;
  }

  private LongFunction<Optional<String>> labelOf(Exclusion exclusion) {
    return switch (exclusion) {
      case SAME_IMAGE, SAME_IMAGE_IF_POSSIBLE -> facts::imageId;
      case SAME_CAPTION -> row -> facts.caption(row).map(SameText.CASED::form);
    };
  }

  private static List<Optional<String>> labels(long[] rows, LongFunction<Optional<String>> label) {
    return Arrays.stream(rows).mapToObj(label).toList();
  }
}
