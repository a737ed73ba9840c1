package dev.falcon.mining.algorithm;

/** Samples of a search space that must not share a batch, and the reason. */
public interface Conflicts {
  /** The reason under which withheld candidates are counted, such as {@code "same-image"}. */
  String reason();

  /** The samples that conflict with this one; may include it. */
  int[] with(int sample);

  /**
   * When they may share a batch after all, since a sample that meets no batch is not trained on.
   */
  default Yielding yielding() {
    return Yielding.NEVER;
  }

  /** When conflicts give way. */
  enum Yielding {
    /** Not at all: a batch is rather left short. */
    NEVER,
    /** Where nothing else is left for a batch: for what is only suspected. */
    FIRST,
    /** Where nothing is left even so: for what is certain, and yet must not shorten a batch. */
    LAST
  }
}
