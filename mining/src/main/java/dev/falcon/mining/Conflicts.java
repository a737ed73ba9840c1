package dev.falcon.mining;

import dev.falcon.mining.internal.Kernels;
import dev.falcon.mining.internal.Parallel;
import dev.falcon.mining.internal.SuspectedMatches;
import java.util.List;

/** Which samples of a search space must not share a batch, and why. */
public interface Conflicts {
  /** What is counted when a candidate is withheld, such as {@code "same-image"}. */
  String reason();

  /** The samples that must not be with this one; it may be among them. */
  int[] with(int sample);

  /**
   * Whether they may share a batch after all where nothing else is left for it: for what is only
   * suspected, since a sample that meets no batch is not trained on.
   */
  default boolean lenient() {
    return false;
  }

  /**
   * Samples with equal labels conflict; null labels never do.
   *
   * @param labels one a sample of the space
   */
  static Conflicts ofEqual(String reason, List<String> labels) {
    return GroupConflicts.ofEqual(reason, labels);
  }

  /**
   * Every sample conflicts with those of its own list.
   *
   * @param others by sample; if a is in b's list, b is in a's // [samples][]
   */
  static Conflicts ofLists(String reason, int[][] others) {
    return GroupConflicts.ofLists(reason, others);
  }

  /**
   * Leniently, samples of which the vectors say that one's caption may be true of the other's
   * image.
   *
   * @param threads that look; changes nothing in the result
   */
  static Conflicts suspected(SpaceVectors vectors, PositiveMargin margin, int threads) {
    try (Parallel parallel = new Parallel(threads)) {
      return SuspectedMatches.of(vectors, margin, Kernels.best(), parallel);
    }
  }
}
