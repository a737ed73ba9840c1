// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.config;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;

/** Scalars that abbreviate a mapping with one key. */
public final class Shorthands {
  /** The key that a scalar in place of a mapping sets, by the path of the mapping. */
  private static final Map<String, String> KEYS =
      Map.of(
          "/scheduler", "preset",
          "/objective/loss", "name",
          "/data/train", "dataset",
          "/data/held", "dataset");

  private Shorthands() {}

  /**
   * Expands {@code scheduler: stabilised} to {@code scheduler: {preset: stabilised}}, and so on.
   */
  public static void expand(ObjectNode tree) {
    KEYS.forEach(
        (path, key) -> {
          JsonNode word = tree.at(path);
          if (word.isTextual()) {
            int slash = path.lastIndexOf('/');
            JsonNode parent = slash == 0 ? tree : tree.at(path.substring(0, slash));
            ((ObjectNode) parent).putObject(path.substring(slash + 1)).set(key, word);
          }
        });
  }

  /**
   * Sets a value. If a scalar replaces a dataset's mapping, only the dataset's name changes, and
   * its other settings are kept.
   */
  static void set(ObjectNode parent, String name, JsonNode value) {
    if (value.isTextual() && parent.path(name).has("dataset")) {
      ((ObjectNode) parent.get(name)).set("dataset", value);
    } else {
      parent.set(name, value);
    }
  }
}
