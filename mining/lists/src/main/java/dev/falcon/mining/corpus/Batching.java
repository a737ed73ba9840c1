// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.corpus;

import dev.falcon.data.RequestException;
import java.nio.file.Path;
import java.util.Map;

/**
 * Batches of lists, for trainers that take all documents of a batch as negatives of all its
 * queries: no document of a list is a known or suspected positive of another query in the batch.
 *
 * @param file the table of the batches
 * @param size the number of lists in a batch, at least 2
 * @param most the number of lists in a batch that may have the same negative, at least 1
 * @param epochs the number of times that all lists are divided, each time in another order; at
 *     least 1
 * @param keepsRemainder whether lists that do not fill a batch make shorter batches; otherwise they
 *     are left out
 */
public record Batching(Path file, int size, int most, int epochs, boolean keepsRemainder) {
  public Batching {
    if (size < 2) {
      throw new RequestException("batch-size must be at least 2; batch-size=" + size);
    }
    if (most < 1) {
      throw new RequestException("most-shared must be at least 1; most-shared=" + most);
    }
    if (epochs < 1) {
      throw new RequestException("epochs must be at least 1; epochs=" + epochs);
    }
  }

  /** Adds the options for the provenance, by the flags' names. */
  void describe(Map<String, Object> described) {
    described.put("batch-size", size);
    described.put("most-shared", most);
    described.put("epochs", epochs);
    described.put("remainder", keepsRemainder ? "keep" : "drop");
  }
}
