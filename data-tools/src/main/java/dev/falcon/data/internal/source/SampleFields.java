package dev.falcon.data.internal.source;

import com.fasterxml.jackson.databind.JsonNode;
import dev.falcon.data.format.ColumnNames;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
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

  /** The first of the names whose field is there and not null. */
  public Optional<String> firstName(List<String> names) {
    return names.stream().filter(fields::hasNonNull).findFirst();
  }

  /** The captions; empty where no field has any. */
  public List<String> captions() throws BrokenRowException {
    Optional<String> name = firstName(columns.caption());
    return name.isEmpty() ? List.of() : captions(fields.get(name.get()));
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

  /** The image id as text. */
  public Optional<String> imageId() {
    return firstName(columns.imageId()).map(this::text);
  }

  /** The key as text. */
  public Optional<String> key() {
    return firstName(columns.key()).map(this::text);
  }

  /** The label where a field of its names holds a whole number. */
  public OptionalInt label() {
    return firstName(columns.label())
        .map(this::text)
        .filter(text -> WHOLE_NUMBER.matcher(text).matches())
        .map(text -> OptionalInt.of(Integer.parseInt(text)))
        .orElse(OptionalInt.empty());
  }

  /** All fields but those that captions, image id and label are taken from. */
  public SortedMap<String, String> metadata() {
    return metadata(Optional.empty());
  }

  /** The same without the field that gave the key. */
  public SortedMap<String, String> metadataWithoutKey() {
    return metadata(firstName(columns.key()));
  }

  private SortedMap<String, String> metadata(Optional<String> keyName) {
    List<String> taken = new ArrayList<>();
    keyName.ifPresent(taken::add);
    firstName(columns.caption()).ifPresent(taken::add);
    firstName(columns.imageId()).ifPresent(taken::add);
    if (label().isPresent()) {
      firstName(columns.label()).ifPresent(taken::add);
    }
    SortedMap<String, String> metadata = new TreeMap<>();
    for (Map.Entry<String, JsonNode> field : fields.properties()) {
      if (!taken.contains(field.getKey()) && !field.getValue().isNull()) {
        metadata.put(field.getKey(), text(field.getKey()));
      }
    }
    return metadata;
  }

  /** Strings as they are, all else as JSON. */
  private String text(String name) {
    JsonNode value = fields.get(name);
    return value.isTextual() ? value.textValue() : value.toString();
  }

  private static String shortened(JsonNode value) {
    String text = value.toString();
    return text.length() <= 60 ? text : text.substring(0, 60) + "…";
  }
}
