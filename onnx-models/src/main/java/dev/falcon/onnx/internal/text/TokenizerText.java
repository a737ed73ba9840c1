// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.internal.text;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.falcon.data.file.Json;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.function.BiFunction;

/**
 * Writes the input of the tokenizer's library from the checked tree, so that duplicate keys, broken
 * escapes and non-finite numbers do not reach the library.
 */
final class TokenizerText {
  private static final int MOST_DEPTH = 40;

  private final CharsetEncoder utf8 = StandardCharsets.UTF_8.newEncoder();
  private final BiFunction<String, String, RuntimeException> broken;

  private TokenizerText(BiFunction<String, String, RuntimeException> broken) {
    this.broken = broken;
  }

  /**
   * Returns the text of a checked tree.
   *
   * @param broken creates the failure for a place and a fault
   */
  static String of(JsonNode tokenizer, BiFunction<String, String, RuntimeException> broken) {
    TokenizerText text = new TokenizerText(broken);
    text.values("", tokenizer, 0);
    ObjectNode written = ((ObjectNode) tokenizer).objectNode();
    written.setAll((ObjectNode) tokenizer);
    // The caller sets the length of rows. A stride or a multiple that does not fit would end the
    // process.
    written.putNull("padding");
    JsonNode direction = tokenizer.path("truncation").path("direction");
    written.putNull("truncation");
    if (direction.asText().equals("Left")) {
      written
          .putObject("truncation")
          .put("direction", "Left")
          .put("max_length", 1 << 10)
          .put("strategy", "LongestFirst")
          .put("stride", 0);
    }
    if (tokenizer.path("model").has("cache_capacity")) {
      written.set(
          "model", ((ObjectNode) tokenizer.path("model").deepCopy()).without("cache_capacity"));
    }
    return Json.line(written);
  }

  private void values(String place, JsonNode value, int depth) {
    if (depth > MOST_DEPTH) {
      throw broken.apply(place, "is nested more than " + MOST_DEPTH + " deep");
    }
    if (value.isTextual()) {
      text(place, value.textValue());
    } else if (value.isNumber()) {
      boolean held =
          value.isIntegralNumber()
              ? value.canConvertToLong()
              : Double.isFinite(value.doubleValue());
      if (!held) {
        throw broken.apply(place, "holds a number that is too large");
      }
    } else if (value.isArray()) {
      for (int i = 0; i < value.size(); i++) {
        values(place + "[" + i + "]", value.get(i), depth + 1);
      }
    } else {
      for (Map.Entry<String, JsonNode> field : value.properties()) {
        text(place, field.getKey());
        String name = place.isEmpty() ? field.getKey() : place + "." + field.getKey();
        values(name, field.getValue(), depth + 1);
      }
    }
  }

  private void text(String place, String text) {
    if (!utf8.canEncode(text)) {
      throw broken.apply(place, "holds half a character");
    }
  }
}
