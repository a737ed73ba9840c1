package dev.falcon.eval.internal.task;

import java.util.List;

/** Whether a sample's numbers can be the groups that a task asks for. */
final class MetadataCheck {
  private MetadataCheck() {}

  /** What is wrong with the numbers, or null; further columns than those named are welcome. */
  static String problem(long[] metadata, List<String> fields) {
    if (fields.isEmpty()) {
      return null;
    }
    if (metadata == null) {
      return "the sample has no metadata (.npy)";
    }
    if (metadata.length < fields.size()) {
      return "the .npy has "
          + metadata.length
          + " numbers; it must begin with the "
          + fields.size()
          + " fields "
          + String.join(", ", fields);
    }
    for (int i = 0; i < fields.size(); i++) {
      if (metadata[i] < 0 || metadata[i] > Integer.MAX_VALUE - 1) {
        return "the .npy's field "
            + fields.get(i)
            + " is "
            + metadata[i]
            + "; it must be a group's number";
      }
    }
    return null;
  }
}
