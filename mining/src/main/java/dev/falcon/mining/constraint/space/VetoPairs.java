package dev.falcon.mining.constraint.space;

import dev.falcon.mining.constraint.SampleFacts;
import dev.falcon.mining.internal.constraint.VetoList;
import java.nio.file.Path;
import java.util.Set;

/**
 * The pairs of a list of vetoes, for those who know the samples' keys elsewhere: they look for the
 * samples that the list may name, and find the pairs of their rows.
 */
public final class VetoPairs {
  private VetoPairs() {}

  /** The keys that a list names. */
  public static Set<String> keys(Path file) {
    return VetoList.keys(file);
  }

  /** Whether a sample of this key is one that a list of these keys may mean. */
  public static boolean mayName(Set<String> keys, String key) {
    return VetoList.mayName(keys, key);
  }

  /**
   * The pairs.
   *
   * @param facts of the rows, and of row 0
   * @param rows those that the list may name, ascending
   * @return row and other row in one number, both ways, rising
   */
  public static long[] find(Path file, SampleFacts facts, Iterable<Long> rows) {
    return VetoList.read(file, facts, rows).pairs();
  }
}
