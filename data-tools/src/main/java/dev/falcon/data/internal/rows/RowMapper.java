package dev.falcon.data.internal.rows;

import com.fasterxml.jackson.core.JsonProcessingException;
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

  /**
   * Returns the row's sample; empty if it is not in the selected split.
   *
   * @param row the row's fields
   * @param placeKey the key to use if neither the row nor its image gives one
   */
  public Optional<Sample> sample(JsonNode row, String placeKey) throws BrokenRowException {
    if (!row.isObject()) {
      throw new BrokenRowException("the row is not an object: " + row.getNodeType());
    }
    if (splits.isPresent() && !splits.get().contains(row.path("split").asText())) {
      return Optional.empty();
    }
    ObjectNode unpacked = unpacked((ObjectNode) row);
    Optional<String> path = imagePath(unpacked);
    SampleFields fields = new SampleFields(unpacked, columns, path.isPresent());
    Optional<byte[]> image = Optional.empty();
    Optional<Path> file = Optional.empty();
    Optional<byte[]> positive = Optional.empty();
    List<String> captions = fields.captions();
    if (path.isPresent()) {
      image = Optional.of(images.read(path.get()));
      file = Optional.of(images.resolve(path.get()));
      if (captions.isEmpty()) {
        Optional<String> other = path(unpacked, columns.positiveImage());
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
   * Unpacks captions that are a JSON list inside a string, as in tables on the Hugging Face hub.
   */
  private ObjectNode unpacked(ObjectNode row) {
    Optional<String> name = columns.caption().stream().filter(row::hasNonNull).findFirst();
    String text = name.map(row::get).map(JsonNode::textValue).orElse("");
    if (!text.startsWith("[")) {
      return row;
    }
    try {
      JsonNode list = Json.mapper().readTree(text);
      return list.isArray() ? row.deepCopy().<ObjectNode>set(name.get(), list) : row;
    } catch (JsonProcessingException e) {
      // The caption only starts like a list.
      return row;
    }
  }

  private static String stem(String path) {
    String name = path.substring(path.lastIndexOf('/') + 1);
    int dot = name.lastIndexOf('.');
    return dot > 0 ? name.substring(0, dot) : name;
  }
}
