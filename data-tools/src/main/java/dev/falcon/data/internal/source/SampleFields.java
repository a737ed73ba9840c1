package dev.falcon.data.internal.source;

import com.fasterxml.jackson.databind.JsonNode;
import dev.falcon.data.ColumnNames;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** Finds captions, image id, label and metadata among the fields of a JSON object. */
final class SampleFields {
  private final JsonNode fields;
  private final ColumnNames columns;

  SampleFields(JsonNode fields, ColumnNames columns) {
    this.fields = fields;
    this.columns = columns;
  }

  /** The first field of those names that is there and not null, or null. */
  JsonNode first(List<String> names) {
    for (String name : names) {
      JsonNode value = fields.get(name);
      if (value != null && !value.isNull()) {
        return value;
      }
    }
    return null;
  }

  /** The captions; empty where no field has any. */
  List<String> captions() throws BrokenRowException {
    JsonNode value = first(columns.caption());
    return value == null ? List.of() : captions(value);
  }

  /** The captions in a string, a list of strings, or a list of {@code {raw}} objects. */
  static List<String> captions(JsonNode value) throws BrokenRowException {
    if (value.isTextual()) {
      return value.textValue().isEmpty() ? List.of() : List.of(value.textValue());
    }
    if (!value.isArray()) {
      throw new BrokenRowException(
          "the caption is neither a string nor a list of strings: " + shortened(value));
    }
    List<String> captions = new ArrayList<>(value.size());
    for (JsonNode element : value) {
      JsonNode text = element.isObject() ? element.path("raw") : element;
      if (!text.isTextual()) {
        throw new BrokenRowException("a caption in the list is not a string: " + shortened(value));
      }
      captions.add(text.textValue());
    }
    return captions;
  }

  /** The image id as text, or null. */
  String imageId() {
    JsonNode value = first(columns.imageId());
    return value == null ? null : text(value);
  }

  /** The key as text, or null. */
  String key() {
    JsonNode value = first(columns.key());
    return value == null ? null : text(value);
  }

  /** The label where a field of its names holds a whole number, or null. */
  Integer label() {
    JsonNode value = first(columns.label());
    return value != null && value.isIntegralNumber() && value.canConvertToInt()
        ? value.intValue()
        : null;
  }

  /** All fields but those taken, strings and numbers as they are, all else as JSON. */
  SortedMap<String, String> metadata(List<List<String>> taken) {
    SortedMap<String, String> metadata = new TreeMap<>();
    for (Map.Entry<String, JsonNode> field : fields.properties()) {
      boolean isTaken = taken.stream().anyMatch(names -> names.contains(field.getKey()));
      if (!isTaken && !field.getValue().isNull()) {
        metadata.put(field.getKey(), text(field.getValue()));
      }
    }
    return metadata;
  }

  private static String text(JsonNode value) {
    return value.isTextual() ? value.textValue() : value.toString();
  }

  private static String shortened(JsonNode value) {
    String text = value.toString();
    return text.length() <= 60 ? text : text.substring(0, 60) + "…";
  }
}
