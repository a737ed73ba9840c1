// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.annotation;

import com.fasterxml.jackson.databind.JsonNode;
import dev.falcon.data.FalconException;
import java.util.ArrayList;
import java.util.List;

/**
 * An object in a file of annotations, with its position.
 *
 * @param place the file, the line and the element, for messages
 * @param key the object's name if it is a field of an object; empty in a list
 * @param node the object
 */
public record JsonItem(String place, String key, JsonNode node) {
  /** Returns whether the field exists and is not null. */
  public boolean has(String field) {
    return node.hasNonNull(field);
  }

  /**
   * Returns the text of a field.
   *
   * @throws FalconException if the field is missing or is not text
   */
  public String text(String field) {
    JsonNode value = node.path(field);
    if (!value.isTextual()) {
      throw wrong(field, "must be text", value);
    }
    return value.textValue();
  }

  /** Returns the text of a field; the empty string if the field is missing. */
  public String textOrEmpty(String field) {
    return has(field) ? text(field) : "";
  }

  /** Returns an identifier, which may be a whole number or text, as text. */
  public String id(String field) {
    JsonNode value = node.path(field);
    if (!value.isTextual() && !value.isIntegralNumber()) {
      throw wrong(field, "must be a whole number or text", value);
    }
    return value.asText();
  }

  /** Returns the elements of a field, which must be a list of objects. */
  public List<JsonItem> items(String field) {
    List<JsonItem> items = new ArrayList<>();
    for (JsonNode element : list(field)) {
      if (!element.isObject()) {
        throw wrong(field, "must be a list of objects", element);
      }
      items.add(new JsonItem(place + ", " + field + "[" + items.size() + "]", "", element));
    }
    return items;
  }

  /** Returns the elements of a field, which must be a list of texts. */
  public List<String> texts(String field) {
    List<String> texts = new ArrayList<>();
    for (JsonNode element : list(field)) {
      if (!element.isTextual()) {
        throw wrong(field, "must be a list of texts", element);
      }
      texts.add(element.textValue());
    }
    return texts;
  }

  private JsonNode list(String field) {
    JsonNode value = node.path(field);
    if (!value.isArray()) {
      throw wrong(field, "must be a list", value);
    }
    return value;
  }

  /** Returns the failure for a wrong value of a field. */
  public FalconException wrong(String field, String right, JsonNode value) {
    String seen = value.isMissingNode() ? "is missing" : "is " + shortened(value.toString());
    return new FalconException(place + ": '" + field + "' " + right + "; it " + seen);
  }

  private static String shortened(String text) {
    return text.length() <= 60 ? text : text.substring(0, 60) + "…";
  }
}
