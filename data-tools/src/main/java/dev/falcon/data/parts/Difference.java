package dev.falcon.data.parts;

import dev.falcon.data.Provenance;
import dev.falcon.data.file.Json;
import java.util.Map;
import java.util.TreeMap;

/** What differs between the request that parts are of and another one, for a line of a message. */
public final class Difference {
  private Difference() {}

  /**
   * In a few words: the release, an input, or the options that differ.
   *
   * @param own of the parts that are there
   * @param its of the request that wants to add to them
   * @param file that says all of the parts' request
   */
  public static String between(Provenance own, Provenance its, String file) {
    if (!own.falconVersion().equals(its.falconVersion()) || !own.commit().equals(its.commit())) {
      return "of Falcon %s (%s), and this is %s (%s)"
          .formatted(own.falconVersion(), own.commit(), its.falconVersion(), its.commit());
    }
    if (!own.inputs().equals(its.inputs())) {
      return "the store, or another input, has changed since; make all anew with --overwrite";
    }
    Map<String, Object> options = new TreeMap<>(own.options());
    options
        .entrySet()
        .removeIf(
            option ->
                Json.line(option.getValue()).equals(Json.line(its.options().get(option.getKey()))));
    return (options.isEmpty() ? "see " + file : "there " + options)
        + "; give its options, or --overwrite to discard it";
  }
}
