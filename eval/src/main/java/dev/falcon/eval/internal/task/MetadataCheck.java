// SPDX-License-Identifier: Apache-2.0
package dev.falcon.eval.internal.task;

import java.util.List;
import java.util.Optional;

/** Checks whether a sample's numbers can be the groups that a task asks for. */
final class MetadataCheck {
  private MetadataCheck() {}

  /** Returns the error in the numbers, if any; additional columns are allowed. */
  static Optional<String> problem(Optional<long[]> metadata, List<String> fields) {
    if (fields.isEmpty()) {
      return Optional.empty();
    }
    if (metadata.isEmpty()) {
      return Optional.of("the sample has no metadata (.npy)");
    }
    long[] numbers = metadata.get();
    if (numbers.length < fields.size()) {
      return Optional.of(
          "the .npy has "
              + numbers.length
              + " numbers; it must begin with the "
              + fields.size()
              + " fields "
              + String.join(", ", fields));
    }
    for (int i = 0; i < fields.size(); i++) {
      if (numbers[i] < 0 || numbers[i] > Integer.MAX_VALUE - 1) {
        return Optional.of(
            "the .npy's field "
                + fields.get(i)
                + " is "
                + numbers[i]
                + "; it must be a group's number");
      }
    }
    return Optional.empty();
  }
}
