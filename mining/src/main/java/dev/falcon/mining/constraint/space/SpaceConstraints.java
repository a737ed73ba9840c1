package dev.falcon.mining.constraint.space;

import dev.falcon.data.FalconException;
import dev.falcon.mining.algorithm.Conflicts;
import dev.falcon.mining.constraint.Constraints;
import dev.falcon.mining.constraint.Exclusion;
import dev.falcon.mining.constraint.SampleFacts;
import dev.falcon.mining.internal.constraint.GroupConflicts;
import dev.falcon.mining.internal.constraint.SuspectedMatches;
import dev.falcon.mining.internal.constraint.TrueMatches;
import dev.falcon.mining.internal.constraint.VetoList;
import dev.falcon.mining.internal.kernel.Kernels;
import dev.falcon.mining.internal.kernel.Parallel;
import dev.falcon.mining.similarity.SpaceVectors;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.LongFunction;

/** Constraints over certain samples: finds which of a search space must not share a batch. */
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
   * Makes constraints ready.
   *
   * @throws FalconException where the samples lack what the constraints go by
   */
  public static SpaceConstraints of(Constraints constraints, SampleFacts facts) {
    requireKnown(constraints, facts);
    Optional<VetoList> veto = constraints.veto().map(file -> VetoList.read(file, facts));
    return new SpaceConstraints(constraints, facts, veto);
  }

  /**
   * Makes constraints ready whose list of vetoes was read before.
   *
   * @param pairs of rows that the list names, as {@link VetoPairs} finds them
   */
  public static SpaceConstraints of(
      Constraints constraints, SampleFacts facts, Optional<long[]> pairs) {
    requireKnown(constraints, facts);
    return new SpaceConstraints(constraints, facts, pairs.map(VetoList::ofPairs));
  }

  private static void requireKnown(Constraints constraints, SampleFacts facts) {
    if (constraints.exclusions().contains(Exclusion.SAME_IMAGE) && !facts.hasImageIds()) {
      throw new FalconException(
          facts.name() + ": has no image_id, which --exclude same-image needs");
    }
    if (constraints.exclusions().contains(Exclusion.SAME_CAPTION) && !facts.hasCaptions()) {
      throw new FalconException(
          facts.name() + ": has no captions, which --exclude same-caption needs");
    }
    if (constraints.truth() && facts.matches().isEmpty()) {
      throw new FalconException(
          facts.name() + ": it is not known which captions are true, as the oracle must");
    }
  }

  /**
   * The conflicts of one search space.
   *
   * @param rows its samples, by index in the space
   * @param vectors theirs; looked at only where there is a margin
   * @param threads that look at the vectors; changes nothing in the result
   */
  public List<Conflicts> within(long[] rows, SpaceVectors vectors, int threads) {
    List<Conflicts> conflicts = new ArrayList<>(known(rows));
    conflicts.addAll(suspected(vectors, threads));
    return conflicts;
  }

  /** The conflicts that show without vectors: all but those of a margin. */
  public List<Conflicts> known(long[] rows) {
    List<Conflicts> conflicts = new ArrayList<>();
    for (Exclusion exclusion : Exclusion.values()) {
      if (constraints.exclusions().contains(exclusion)) {
        conflicts.add(GroupConflicts.ofEqual(exclusion.label(), labels(rows, labelOf(exclusion))));
      }
    }
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

  private LongFunction<Optional<String>> labelOf(Exclusion exclusion) {
    return switch (exclusion) {
      case SAME_IMAGE -> facts::imageId;
      case SAME_CAPTION -> facts::caption;
    };
  }

  private static List<Optional<String>> labels(long[] rows, LongFunction<Optional<String>> label) {
    return Arrays.stream(rows).mapToObj(label).toList();
  }
}
