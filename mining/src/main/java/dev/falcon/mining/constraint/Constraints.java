package dev.falcon.mining.constraint;

import dev.falcon.mining.algorithm.RankWindow;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * What keeps candidates out of a batch, whatever the policy asks for. Nothing does in the paper.
 *
 * @param exclusions what a batch must not hold twice
 * @param veto a table {@code key_a, key_b} of samples that must not meet in a batch, or the truth's
 *     {@code image_key, text_key, match}
 * @param margin what makes two samples suspect of matching, so that they are kept apart while a
 *     batch can be filled without them; empty for no such suspicion
 * @param truth whether samples are kept apart, likewise, of which one's caption is known to be true
 *     of the other's image
 * @param window which ranks an anchor may choose from
 */
public record Constraints(
    Set<Exclusion> exclusions,
    Optional<Path> veto,
    Optional<PositiveMargin> margin,
    boolean truth,
    RankWindow window) {
  /** The paper's: none. */
  public static final Constraints NONE =
      new Constraints(Set.of(), Optional.empty(), Optional.empty(), false, RankWindow.ALL);

  public Constraints {
    exclusions = Set.copyOf(exclusions);
  }

  /** For the provenance, by the flags' names. */
  public void describe(Map<String, Object> described) {
    Set<String> excluded = new TreeSet<>();
    exclusions.forEach(exclusion -> excluded.add(exclusion.label()));
    described.put("exclude", excluded);
    described.put("range-min", window.rangeMin());
    described.put("range-max", window.rangeMax() == Integer.MAX_VALUE ? null : window.rangeMax());
    described.put("max-score", window.anyScore() ? null : window.maxScore());
    described.put("absolute-margin", margin.map(PositiveMargin::absolute).orElse(null));
    described.put("relative-margin", margin.map(PositiveMargin::relative).orElse(null));
  }

  /** What is named only where it is used: plans without it say nothing of it. */
  public void describeUnusual(Map<String, Object> described) {
    if (truth) {
      described.put("truth", true);
    }
  }

  /** With samples kept apart that a margin makes suspect. */
  public Constraints withMargin(PositiveMargin suspicion) {
    return new Constraints(exclusions, veto, Optional.of(suspicion), truth, window);
  }

  /** With true matches kept apart. */
  public Constraints withTruth() {
    return new Constraints(exclusions, veto, margin, true, window);
  }
}
