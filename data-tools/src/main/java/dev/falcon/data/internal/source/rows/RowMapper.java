package dev.falcon.data.internal.source.rows;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.falcon.data.file.Json;
import dev.falcon.data.format.ColumnNames;
import dev.falcon.data.format.SourceOptions;
import dev.falcon.data.internal.source.BrokenRowException;
import dev.falcon.data.internal.source.ImageFolder;
import dev.falcon.data.internal.source.SampleFields;
import dev.falcon.data.sample.Sample;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * Makes a sample of a row that names its image's file: of a JSON list, of Karpathy's images, of a
 * CSV. Rows that name the same file show the same image, so the path is the image id where the row
 * has none.
 */
public final class RowMapper {
  private static final String FOLDER = "filepath";
  private static final String FILE = "filename";

  private final ColumnNames columns;
  private final ImageFolder images;
  private final List<String> splits;
  private final boolean keyFromImage;

  /**
   * @param keyFromImage whether a row without a key is called by its image's name; otherwise by its
   *     number
   */
  public RowMapper(SourceOptions options, ImageFolder images, boolean keyFromImage) {
    this.columns = options.columns();
    this.images = images;
    this.splits = options.split() == null ? null : Arrays.asList(options.split().split(","));
    this.keyFromImage = keyFromImage;
  }

  /**
   * The row's sample; null if it is not of the splits that are read.
   *
   * @param row the row's fields
   * @param placeKey the key where neither the row nor its image gives one
   */
  public Sample sample(JsonNode row, String placeKey) throws BrokenRowException {
    if (!row.isObject()) {
      throw new BrokenRowException("the row is not an object: " + row.getNodeType());
    }
    if (splits != null && !splits.contains(row.path("split").asText())) {
      return null;
    }
    ObjectNode unpacked = unpacked((ObjectNode) row);
    SampleFields fields = new SampleFields(unpacked, columns);
    String path = imagePath(unpacked, fields);
    byte[] image = path == null ? null : images.read(path);
    String key = fields.key();
    if (key == null) {
      key = keyFromImage && path != null ? stem(path) : placeKey;
    }
    String imageId = fields.imageId();
    return new Sample(
        key,
        image,
        fields.captions(),
        imageId == null ? path : imageId,
        fields.label(),
        fields.metadataWithoutKey(),
        Map.of(),
        path == null ? null : images.resolve(path));
  }

  /**
   * Karpathy's rows have the folder and the name apart, and hub tables may not have that folder.
   */
  private String imagePath(JsonNode row, SampleFields fields) throws BrokenRowException {
    if (row.path(FOLDER).isTextual() && row.path(FILE).isTextual()) {
      String name = row.get(FILE).textValue();
      String path = row.get(FOLDER).textValue() + '/' + name;
      return images.has(path) ? path : name;
    }
    String name = fields.firstName(columns.image());
    if (name == null) {
      return null;
    }
    JsonNode path = row.get(name);
    if (!path.isTextual() || path.textValue().isEmpty()) {
      throw new BrokenRowException("field '" + name + "' is not the path of an image file");
    }
    return path.textValue();
  }

  /** Captions may be a JSON list inside a string, as in tables of the Hugging Face hub. */
  private ObjectNode unpacked(ObjectNode row) {
    String name = new SampleFields(row, columns).firstName(columns.caption());
    if (name == null || !row.get(name).isTextual() || !row.get(name).textValue().startsWith("[")) {
      return row;
    }
    try {
      JsonNode list = Json.mapper().readTree(row.get(name).textValue());
      return list.isArray() ? row.deepCopy().<ObjectNode>set(name, list) : row;
    } catch (JsonProcessingException e) {
      // A caption that only begins like a list.
      return row;
    }
  }

  private static String stem(String path) {
    String name = path.substring(path.lastIndexOf('/') + 1);
    int dot = name.lastIndexOf('.');
    return dot > 0 ? name.substring(0, dot) : name;
  }
}
