// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.corpus.internal;

import dev.falcon.mining.corpus.ExclusionReason;
import java.util.Map;
import java.util.TreeMap;

/** Counts excluded candidates by reason. Not thread-safe. */
public final class ExclusionCounts {
  private final Map<ExclusionReason, Long> counts = new TreeMap<>();

  public void add(ExclusionReason reason, long count) {
    if (count != 0) {
      counts.merge(reason, count, Long::sum);
    }
  }

  public void add(Map<ExclusionReason, Long> others) {
    others.forEach(this::add);
  }

  /** Returns the counts by reason, in the order of precedence. */
  public Map<ExclusionReason, Long> counts() {
    return new TreeMap<>(counts);
  }
}
