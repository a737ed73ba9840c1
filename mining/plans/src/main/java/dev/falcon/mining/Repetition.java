// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import java.util.Optional;

/**
 * The result of making a plan, or some of its search spaces, again and comparing it.
 *
 * @param spaces the number of search spaces that were made again
 * @param of the number of all search spaces
 * @param bytesCompared whether the files' bytes were compared; only rows are compared if some
 *     spaces are made again, or if another release made the plan
 * @param difference the first difference; empty if there is none
 * @param differingShareAtMost if no difference was found, the upper limit of the share of search
 *     spaces that differ, in [0, 1], at 95 % confidence; 0 if all were made again
 */
@JsonPropertyOrder({"spaces", "of", "bytesCompared", "difference", "differingShareAtMost"})
public record Repetition(
    int spaces,
    int of,
    boolean bytesCompared,
    Optional<String> difference,
    double differingShareAtMost) {
  /** Returns whether nothing differs. */
  public boolean holds() {
    return difference.isEmpty();
  }
}
