// SPDX-License-Identifier: Apache-2.0
package dev.falcon.reproduce.model;

import com.fasterxml.jackson.databind.JsonNode;
import dev.falcon.data.RequestException;
import java.util.Map;

/**
 * One way to train within a comparison.
 *
 * @param name the variant's name, also that of its folder and its rows, of lower-case letters,
 *     digits, dots and hyphens
 * @param about a description in one line
 * @param seeds the number of seeds; 0 for the comparison's number
 * @param set the keys of the training configuration, with dots, and their values; the value {@code
 *     run:NAME} stands for the folder of the run of the variant NAME with the same seed, which is
 *     trained first
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
