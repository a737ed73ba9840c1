// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.file;

import dev.falcon.data.FalconException;
import dev.falcon.data.Provenance;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Describes the difference between the request of existing parts, or of other unfinished work, and
 * another request, for messages.
 */
public final class Difference {
  private Difference() {}

  /**
   * Returns the difference in a few words: the release, the version of a native library, an input,
   * or the options that differ.
   *
   * @param own the provenance of the existing parts
   * @param its the provenance of the request that would add to them
   * @param file the file that records the request of the existing parts
   */
  public static String between(Provenance own, Provenance its, String file) {
    if (!own.falconVersion().equals(its.falconVersion()) || !own.commit().equals(its.commit())) {
      return "of Falcon %s (%s), and this is %s (%s)"
          .formatted(own.falconVersion(), own.commit(), its.falconVersion(), its.commit());
    }
    if (!own.libraries().equals(its.libraries())) {
      return "computed by %s, and this is %s, whose results differ slightly; use the former, or overwrite it"
          .formatted(words(own.libraries()), words(its.libraries()));
    }
    if (!own.inputs().equals(its.inputs())) {
      return "the store, or another input, has changed since; overwrite it";
    }
    Map<String, Object> options = new TreeMap<>(own.options());
    options
        .entrySet()
        .removeIf(
            option ->
                Json.line(option.getValue()).equals(Json.line(its.options().get(option.getKey()))));
    if (options.isEmpty() && own.seed() != its.seed()) {
      return "there seed="
          + own.seed()
          + ", here "
          + its.seed()
          + "; give its seed, or overwrite it";
    }
    return (options.isEmpty() ? "see " + file : "there " + options)
        + "; give its options, or overwrite it";
  }

  private static String words(Map<String, String> libraries) {
    return libraries.isEmpty()
        ? "no native library"
        : libraries.entrySet().stream()
            .map(library -> library.getKey() + " " + library.getValue())
            .collect(Collectors.joining(", "));
  }

  /** Returns the failure for a folder with parts of another request. */
  public static FalconException ofParts(
      Object folder, Provenance own, Provenance its, String file) {
    return new FalconException(
        folder + ": holds parts of another request: " + between(own, its, file));
  }
}
