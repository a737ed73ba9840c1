// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.internal.rows;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.falcon.data.file.Json;
import dev.falcon.data.internal.source.BrokenRowException;
import dev.falcon.data.internal.source.ImageFolder;
import dev.falcon.data.internal.source.SampleFields;
import dev.falcon.data.sample.ColumnNames;
import dev.falcon.data.sample.Sample;
import dev.falcon.data.sample.SourceOptions;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Converts a row of a JSON list, of Karpathy's images or of a CSV, which names the file of its
 * image, to a sample. Rows that name the same file have the same image, so the path is the image id
 * if the row has none.
 */
public final class RowMapper {
  private static final String FOLDER = "filepath";
  private static final String FILE = "filename";
  private static final String NEGATIVE = "negative";

  private final ColumnNames columns;
  private final ImageFolder images;
  private final Optional<List<String>> splits;
  private final boolean keyFromImage;

  /**
   * @param keyFromImage whether a row without a key is named after its image file; otherwise it is
   *     named by its number
   */
  public RowMapper(SourceOptions options, ImageFolder images, boolean keyFromImage) {
    this.columns = options.columns();
    this.images = images;
    this.splits = options.split().map(split -> List.of(split.split(",")));
    this.keyFromImage = keyFromImage;
  }

  /** Returns whether rows of all splits are samples. */
  boolean takesAll() {
    return splits.isEmpty();
  }

  /** Returns the columns of a row; the texts of a list have the names under which they are read. */
  List<String> columns(JsonNode row) {
    List<String> names = new ArrayList<>();
    row.fieldNames().forEachRemaining(names::add);
    return row.isArray() ? pairNames() : names;
  }

  /** Returns the row's own key, under which it is listed if it has no sample. */
  public Optional<String> key(JsonNode row) {
    return new SampleFields(row, columns, false).key();
  }

  /** Returns whether the row has a field of the key. */
  boolean hasKey(JsonNode row) {
    return row.isObject() && new SampleFields(row, columns, false).hasKey();
  }

  /** Refuses a row that would be named by its number among rows with keys, or the reverse. */
  void requireKeyIf(boolean keyed, JsonNode row) throws BrokenRowException {
    if (hasKey(row) != keyed) {
      throw new BrokenRowException(
          keyed
              ? "has no key, and the first row has one"
              : "has a key, and the first row has none");
    }
  }

  /**
   * Returns the row's sample; empty if it is not in the selected split.
   *
   * @param given the row's fields, or the list of its texts
   * @param placeKey the key to use if neither the row nor its image gives one
   */
  public Optional<Sample> sample(JsonNode given, String placeKey) throws BrokenRowException {
    JsonNode row = given.isArray() ? pair(given) : given;
    if (!row.isObject()) {
      throw new BrokenRowException("the row is not an object: " + row.getNodeType());
    }
    if (splits.isPresent() && !splits.get().contains(row.path("split").asText())) {
      return Optional.empty();
    }
    Optional<String> path = imagePath(row);
    SampleFields fields = new SampleFields(row, columns, path.isPresent());
    fields.requireKey();
    Optional<byte[]> image = Optional.empty();
    Optional<Path> file = Optional.empty();
    Optional<byte[]> positive = Optional.empty();
    List<String> captions = fields.captions();
    if (path.isPresent()) {
      image = Optional.of(images.read(path.get()));
      file = Optional.of(images.resolve(path.get()));
      if (captions.isEmpty()) {
        Optional<String> other = path(row, columns.positiveImage());
        positive = other.isEmpty() ? positive : Optional.of(images.read(other.get()));
      }
    }
    Optional<String> stem = path.filter(name -> keyFromImage).map(RowMapper::stem);
    return Optional.of(
        new Sample(
            fields.key().or(() -> stem).orElse(placeKey),
            image,
            captions,
            fields.imageId().or(() -> path),
            fields.label(),
            fields.metadataWithoutKey(),
            Map.of(),
            file,
            positive));
  }

  /**
   * Returns the path of the row's image. Karpathy's rows hold the folder and the name separately,
   * and tables on the Hugging Face hub may lack that folder.
   */
  private Optional<String> imagePath(JsonNode row) throws BrokenRowException {
    if (row.path(FOLDER).isTextual() && row.path(FILE).isTextual()) {
      String name = row.get(FILE).textValue();
      String path = row.get(FOLDER).textValue() + '/' + name;
      return Optional.of(images.has(path) ? path : name);
    }
    return path(row, columns.image());
  }

  private static Optional<String> path(JsonNode row, List<String> names) throws BrokenRowException {
    Optional<String> name = names.stream().filter(row::hasNonNull).findFirst();
    if (name.isEmpty()) {
      return Optional.empty();
    }
    JsonNode path = row.get(name.get());
    if (!path.isTextual() || path.textValue().isEmpty()) {
      throw new BrokenRowException("field '" + name.get() + "' is not the path of an image file");
    }
    return Optional.of(path.textValue());
  }

  /**
   * Names the texts of a row that is a list, as in sentence-transformers' files: an anchor, its
   * text, and perhaps a negative.
   */
  private ObjectNode pair(JsonNode texts) throws BrokenRowException {
    boolean isPair = texts.size() == 2 || texts.size() == 3;
    ObjectNode row = Json.mapper().createObjectNode();
    List<String> names = pairNames();
    for (int i = 0; i < texts.size(); i++) {
      if (!isPair || !texts.get(i).isTextual()) {
        throw new BrokenRowException(
            "the row is a list, which must hold the texts of an anchor, of what belongs to it and"
                + " perhaps of a negative");
      }
      row.set(names.get(i), texts.get(i));
    }
    return row;
  }

  private List<String> pairNames() {
    return List.of(columns.anchor().get(0), columns.positive().get(0), NEGATIVE);
  }

  private static String stem(String path) {
    String name = path.substring(path.lastIndexOf('/') + 1);
    int dot = name.lastIndexOf('.');
    return dot > 0 ? name.substring(0, dot) : name;
  }
}
