// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.lists;

import dev.falcon.data.RequestException;
import java.util.Arrays;
import java.util.stream.Collectors;

/**
 * The layouts that sentence-transformers' {@code mine_hard_negatives} writes and its trainers read.
 */
public enum SentenceColumns {
  /** anchor, positive, negative: one row per negative. */
  TRIPLET("triplet"),
  /** anchor, positive, negative_1 … negative_n: one row per anchor. */
  N_TUPLE("n-tuple"),
  /** anchor, candidate, label: one row per pair, the positive's label 1. */
  LABELED_PAIR("labeled-pair"),
  /** anchor, candidates, labels: one row per anchor, the positive first. */
  LABELED_LIST("labeled-list");

  private final String label;

  SentenceColumns(String label) {
    this.label = label;
  }

  /** Returns the name used in flags. */
  public String label() {
    return label;
  }

  /** Returns the layout with a name. */
  public static SentenceColumns of(String label) {
    return Arrays.stream(values())
        .filter(columns -> columns.label.equals(label))
        .findFirst()
        .orElseThrow(
            () ->
                new RequestException(
                    "'"
                        + label
                        + "' is unknown; the columns must be one of "
                        + Arrays.stream(values())
                            .map(SentenceColumns::label)
                            .collect(Collectors.joining(", "))));
  }
}
