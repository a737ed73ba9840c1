package dev.falcon.data.internal.source;

import com.fasterxml.jackson.databind.JsonNode;
import dev.falcon.data.format.ColumnNames;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** Finds captions, image id, label and metadata among the fields of a JSON object. */
public final class SampleFields {
  private static final Pattern WHOLE_NUMBER = Pattern.compile("-?[0-9]{1,9}");

  private final JsonNode fields;
  private final ColumnNames columns;

  public SampleFields(JsonNode fields, ColumnNames columns) {
    this.fields = fields;
    this.columns = columns;
  }

  /** The first of the names whose field is there and not null; null where there is none. */
  public String firstName(List<String> names) {
    for (String name : names) {
      if (fields.hasNonNull(name)) {
        return name;
      }
    }
    return null;
  }

  /** The captions; empty where no field has any. */
  public List<String> captions() throws BrokenRowException {
    String name = firstName(columns.caption());
    return name == null ? List.of() : captions(fields.get(name));
  }

  /** The texts of the list {@code captions}; empty where there is no such list of texts. */
  public List<String> captionList() {
    List<String> texts = new ArrayList<>();
    for (JsonNode text : fields.path(CaptionFile.LIST)) {
      if (!text.isTextual()) {
        return List.of();
      }
      texts.add(text.textValue());
    }
    return texts;
  }

  /** The captions in a string, a list of strings, or a list of {@code {raw}} objects. */
  public static List<String> captions(JsonNode value) throws BrokenRowException {
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
  public String imageId() {
    return text(firstName(columns.imageId()));
  }

  /** The key as text, or null. */
  public String key() {
    return text(firstName(columns.key()));
  }

  /** The label where a field of its names holds a whole number, or null. */
  public Integer label() {
    String text = text(firstName(columns.label()));
    return text != null && WHOLE_NUMBER.matcher(text).matches() ? Integer.valueOf(text) : null;
  }

  /** All fields but those that captions, image id and label are taken from. */
  public SortedMap<String, String> metadata() {
    return metadata(null);
  }

  /** The same without the field that gave the key. */
  public SortedMap<String, String> metadataWithoutKey() {
    return metadata(firstName(columns.key()));
  }

  private SortedMap<String, String> metadata(String keyName) {
    List<String> taken = new ArrayList<>();
    taken.add(keyName);
    taken.add(firstName(columns.caption()));
    taken.add(firstName(columns.imageId()));
    taken.add(label() == null ? null : firstName(columns.label()));
    SortedMap<String, String> metadata = new TreeMap<>();
    for (Map.Entry<String, JsonNode> field : fields.properties()) {
      if (!taken.contains(field.getKey()) && !field.getValue().isNull()) {
        metadata.put(field.getKey(), text(field.getKey()));
      }
    }
    return metadata;
  }

  /** Strings as they are, all else as JSON; null for no name. */
  private String text(String name) {
    if (name == null) {
      return null;
    }
    JsonNode value = fields.get(name);
    return value.isTextual() ? value.textValue() : value.toString();
  }

  private static String shortened(JsonNode value) {
    String text = value.toString();
    return text.length() <= 60 ? text : text.substring(0, 60) + "…";
  }
}
