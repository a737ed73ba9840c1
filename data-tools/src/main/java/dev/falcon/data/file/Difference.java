package dev.falcon.data.file;

import dev.falcon.data.FalconException;
import dev.falcon.data.Provenance;
import java.util.Map;
import java.util.TreeMap;

/** The difference between the request of existing parts and another one, for messages. */
public final class Difference {
  private Difference() {}

  /**
   * In a few words: the release, an input, or the options that differ.
   *
   * @param own of the existing parts
   * @param its of the request that adds to them
   * @param file that records the parts' request
   */
  public static String between(Provenance own, Provenance its, String file) {
    if (!own.falconVersion().equals(its.falconVersion()) || !own.commit().equals(its.commit())) {
      return "of Falcon %s (%s), and this is %s (%s)"
          .formatted(own.falconVersion(), own.commit(), its.falconVersion(), its.commit());
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

  /** The failure for a folder with parts of another request. */
  public static FalconException ofParts(
      Object folder, Provenance own, Provenance its, String file) {
    return new FalconException(
        folder + ": holds parts of another request: " + between(own, its, file));
  }
}
