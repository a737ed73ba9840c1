package dev.falcon.training.comparison.design;

import com.fasterxml.jackson.databind.JsonNode;
import dev.falcon.data.RequestException;
import java.util.Map;

/**
 * One way to train, of those that are compared.
 *
 * @param name of its folder and its rows; lower-case letters, digits, dots and hyphens
 * @param about what it is, in one line
 * @param seeds how many seeds it runs with, from 1 on; 0 for the comparison's number
 * @param set keys of the training configuration, with dots, and their values; the value {@code
 *     run:NAME} stands for the folder of the variant NAME's run with the same seed, which is
 *     brought to its end before
 */
public record Variant(String name, String about, int seeds, Map<String, JsonNode> set) {
  public Variant {
    if (name == null || !name.matches("[a-z0-9][a-z0-9.-]{0,63}")) {
      throw new RequestException(
          "a variant's name must be of lower-case letters, digits, dots and hyphens; name=" + name);
    }
    if (seeds < 0) {
      throw new RequestException(name + ": seeds must be at least 0; seeds=" + seeds);
    }
    about = about == null ? "" : about;
    set = set == null ? Map.of() : set;
  }
}
