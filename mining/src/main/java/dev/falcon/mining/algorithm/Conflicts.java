package dev.falcon.mining.algorithm;

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
}
