// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.space;

import dev.falcon.mining.constraint.SampleFacts;
import java.nio.file.Path;

/**
 * Finds the pairs of a list of vetoes for callers that hold the samples' keys. They find the
 * samples to which the list may refer, and this class resolves the pairs of their rows.
 */
public final class VetoPairs {
  private VetoPairs() {}

  /** Returns the keys in a list. */
  public static KeyHashes keys(Path file) {
    return KeyHashes.of(file);
  }

  /**
   * Returns the pairs.
   *
   * @param keys the keys in the list
   * @param facts the facts of these rows, and of row 0
   * @param rows the rows to which the list may refer, ascending
   * @return row and other row as one number, symmetric, ascending
   */
  public static long[] find(Path file, KeyHashes keys, SampleFacts facts, Iterable<Long> rows) {
    return VetoList.read(file, keys, facts, rows).pairs();
  }
}
