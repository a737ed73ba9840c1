// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.corpus.internal;

import dev.falcon.mining.corpus.LeftOut;
import java.util.Map;
import java.util.TreeMap;

/** Counts excluded candidates by reason. Not thread-safe. */
public final class Reasons {
  private final Map<LeftOut, Long> counts = new TreeMap<>();

  public void add(LeftOut reason, long count) {
    if (count != 0) {
      counts.merge(reason, count, Long::sum);
    }
  }

  public void add(Map<LeftOut, Long> others) {
    others.forEach(this::add);
  }

  /** Returns the counts by reason, in the order of precedence. */
  public Map<LeftOut, Long> counts() {
    return new TreeMap<>(counts);
  }
}
