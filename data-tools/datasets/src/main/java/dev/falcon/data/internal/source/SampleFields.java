// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.internal.source;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.falcon.data.Reject;
import dev.falcon.data.Sha256;
import dev.falcon.data.file.Json;
import dev.falcon.data.sample.ColumnNames;
import dev.falcon.data.sample.ListedTexts;
import dev.falcon.data.sample.SameText;
import dev.falcon.data.sample.Sample;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Extracts captions, image id, label and metadata from the fields of a JSON object. In a row
 * without an image, a text under one of the anchor's names replaces the image: it becomes the
 * metadata field {@link Sample#ANCHOR}, and rows with the same anchor have the same image id.
 */
public final class SampleFields {
  /** A class number, also as a column with nulls becomes in pandas, such as {@code 3.0}. */
  private static final Pattern WHOLE_NUMBER = Pattern.compile("(-?[0-9]{1,9})(\\.0*)?");

  private final JsonNode fields;
  private static final int ID_DIGITS = 32;
  private static final String CAPTION_ID = "sentid";

  private final ColumnNames columns;
  private final Optional<String> anchor;

  /**
   * @param hasImage whether the row has an image, and so no anchor
   */
  public SampleFields(JsonNode fields, ColumnNames columns, boolean hasImage) {
    this.fields = fields;
    this.columns = columns;
    boolean texts =
        firstName(columns.positive()).isPresent() || firstName(columns.caption()).isPresent();
    this.anchor = hasImage || !texts ? Optional.empty() : firstName(columns.anchor());
  }

  /** Refuses JSON in which an escape names half of a character. */
  public static void requireCharacters(JsonNode fields, String what) throws BrokenRowException {
    if (Json.hasHalfCharacter(fields)) {
      throw new BrokenRowException(what + Json.HALF_CHARACTER);
    }
  }

  /** Returns the first of the names whose field exists and is not null. */
  public Optional<String> firstName(List<String> names) {
    return names.stream().filter(fields::hasNonNull).findFirst();
  }

  /** Returns the captions; empty if no field has any. */
  public List<String> captions() throws BrokenRowException {
    requirePair();
    Optional<String> name = captionName();
    return name.isEmpty() ? List.of() : captions(fields.get(name.get()));
  }

  private Optional<String> captionName() {
    Optional<String> caption = firstName(columns.caption());
    return anchor.isPresent() ? firstName(columns.positive()).or(() -> caption) : caption;
  }

  private void requirePair() throws BrokenRowException {
    if (anchor.isEmpty()) {
      return;
    }
    JsonNode text = fields.get(anchor.get());
    if (!text.isTextual()) {
      throw new BrokenRowException("the anchor is no text: " + shortened(text));
    }
    if (SameText.isBlank(text.textValue())) {
      throw new BrokenRowException("the anchor is empty");
    }
    OptionalInt label = label();
    boolean isFalse =
        firstName(columns.label()).map(this::text).filter("false"::equalsIgnoreCase).isPresent();
    if (isFalse || (label.isPresent() && label.getAsInt() == 0)) {
      throw new BrokenRowException("label 0 says that the two texts do not match");
    }
    if (fields.hasNonNull("score")) {
      throw new BrokenRowException(
          "the row has a score; Falcon does not know which scores make two texts a pair");
    }
  }

  /** Returns the texts of the list {@code captions}; empty without such a list. */
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

  /**
   * Returns the captions in a string, a list of strings, or a list of {@code {raw}} objects. Nulls
   * in a list are left out. A string may be a list itself, as tables without lists hold them.
   */
  public static List<String> captions(JsonNode value) throws BrokenRowException {
    if (value.isTextual()) {
      String text = value.textValue();
      return text.isEmpty() ? List.of() : ListedTexts.in(text).orElse(List.of(text));
    }
    if (!value.isArray()) {
      throw new BrokenRowException(
          "the caption is neither a string nor a list of strings: " + shortened(value));
    }
    List<String> captions = new ArrayList<>(value.size());
    for (JsonNode element : value) {
      JsonNode text = element.isObject() ? element.path("raw") : element;
      if (text.isNull()) {
        continue; // a writer's mark for a text that does not exist
      }
      if (!text.isTextual()) {
        throw new BrokenRowException("a caption in the list is not a string: " + shortened(value));
      }
      captions.add(text.textValue());
    }
    return captions;
  }

  /** Returns the image id as text; an empty one is none. */
  public Optional<String> imageId() {
    return firstName(columns.imageId())
        .map(this::text)
        .filter(id -> !id.isEmpty())
        .or(this::anchorId);
  }

  private Optional<String> anchorId() {
    return anchor
        .map(this::text)
        .map(text -> Sha256.of(text.getBytes(StandardCharsets.UTF_8)).substring(0, ID_DIGITS));
  }

  /** Returns the key as text; empty if there is none. */
  public Optional<String> key() {
    return firstName(columns.key()).map(this::text).filter(key -> !key.isEmpty());
  }

  /** Returns whether there is a field of the key, perhaps with a null. */
  public boolean hasKey() {
    return columns.key().stream().anyMatch(fields::has);
  }

  /** Refuses a row whose field of the key is null or empty, or no text or whole number. */
  public void requireKey() throws BrokenRowException {
    if (hasKey() && key().isEmpty()) {
      throw new BrokenRowException(Reject.NO_KEY);
    }
    Optional<JsonNode> key = firstName(columns.key()).map(fields::get);
    if (key.isPresent() && !key.get().isTextual() && !key.get().isIntegralNumber()) {
      throw new BrokenRowException(
          "its key must be a text or a whole number: " + shortened(key.get()));
    }
  }

  /** Returns the label from a field of its names with a whole number. */
  public OptionalInt label() {
    return firstName(columns.label())
        .map(this::text)
        .map(WHOLE_NUMBER::matcher)
        .filter(Matcher::matches)
        .map(number -> OptionalInt.of(Integer.parseInt(number.group(1))))
        .orElse(OptionalInt.empty());
  }

  /** Returns all fields except those of captions, image id and label. */
  public SortedMap<String, String> metadata() {
    return metadata(Optional.empty());
  }

  /** Returns {@link #metadata()} without the field of the key. */
  public SortedMap<String, String> metadataWithoutKey() {
    return metadata(firstName(columns.key()));
  }

  private SortedMap<String, String> metadata(Optional<String> keyName) {
    List<String> taken = new ArrayList<>();
    keyName.ifPresent(taken::add);
    captionName().ifPresent(taken::add);
    anchor.ifPresent(taken::add);
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
    anchor.ifPresent(name -> metadata.put(Sample.ANCHOR, text(name)));
    alignCaptionIds(metadata);
    return metadata;
  }

  /**
   * Gives the captions' ids, which stand in their elements or in a list beside theirs, the order of
   * the captions, which are without nulls; a list that does not fit them is left out.
   */
  private void alignCaptionIds(SortedMap<String, String> metadata) {
    JsonNode ids = fields.path(Sample.CAPTION_IDS);
    JsonNode texts = captionName().map(fields::get).orElseGet(MissingNode::getInstance);
    List<JsonNode> aligned = new ArrayList<>();
    for (int i = 0; i < texts.size() && texts.isArray(); i++) {
      JsonNode text = texts.get(i);
      if (!(text.isObject() ? text.path("raw") : text).isNull()) {
        JsonNode beside = ids.size() == texts.size() ? ids.get(i) : ids.path(-1);
        aligned.add(text.hasNonNull(CAPTION_ID) ? text.get(CAPTION_ID) : beside);
      }
    }
    boolean whole = aligned.stream().allMatch(id -> id.isTextual() || id.isIntegralNumber());
    if (whole && !aligned.isEmpty()) {
      metadata.put(Sample.CAPTION_IDS, Json.line(aligned));
    } else if (ids.isArray() && texts.isArray()) {
      metadata.remove(Sample.CAPTION_IDS);
    }
  }

  /** Returns a field as text: strings unchanged, all other values as JSON. */
  private String text(String name) {
    JsonNode value = fields.get(name);
    return value.isTextual() ? value.textValue() : value.toString();
  }

  private static String shortened(JsonNode value) {
    String text = value.toString();
    return text.length() <= 60 ? text : text.substring(0, 60) + "…";
  }
}
