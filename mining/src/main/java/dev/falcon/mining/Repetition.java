package dev.falcon.mining;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import java.util.Optional;

/**
 * A plan, or some search spaces of it, made again and compared.
 *
 * @param spaces search spaces that were made again
 * @param of all search spaces
 * @param bytesCompared whether the files' bytes were compared; rows alone are where some spaces are
 *     made again, or where another release has made the plan
 * @param difference the first one; empty where there is none
 * @param differingShareAtMost where there is none, the largest share of the search spaces that may
 *     differ, at 95 %; 0 where all were made again
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
