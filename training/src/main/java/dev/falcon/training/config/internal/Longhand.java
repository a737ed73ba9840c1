package dev.falcon.training.config.internal;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;

/** Words that are short for a mapping of one key. */
public final class Longhand {
  /** By the path of the mapping, the key that a word in its place stands for. */
  private static final Map<String, String> KEYS =
      Map.of(
          "/scheduler", "preset",
          "/objective/loss", "name",
          "/data/train", "dataset",
          "/data/held", "dataset");

  private Longhand() {}

  /** Writes {@code scheduler: stabilised} as {@code scheduler: {preset: stabilised}}, and so on. */
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
   * Sets a value. Where a mapping is there already whose short word names a dataset, the word takes
   * the place of the name alone: how the dataset is read stays.
   */
  static void set(ObjectNode parent, String name, JsonNode value) {
    if (value.isTextual() && parent.path(name).has("dataset")) {
      ((ObjectNode) parent.get(name)).set("dataset", value);
    } else {
      parent.set(name, value);
    }
  }
}
