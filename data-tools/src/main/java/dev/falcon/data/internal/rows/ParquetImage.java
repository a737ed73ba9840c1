package dev.falcon.data.internal.rows;

import com.fasterxml.jackson.databind.JsonNode;
import dev.falcon.data.internal.source.BrokenRowException;
import dev.falcon.data.internal.source.ImageFolder;
import dev.falcon.data.sample.SourceOptions;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.Type;

/**
 * A column of images: bytes, Hugging Face's struct of bytes and path, or paths below the image
 * root.
 */
final class ParquetImage {
  private static final int NO_COLUMN = -1;

  private final MessageType schema;
  private final int column;
  private final long maxBytes;
  private final ImageFolder images;

  private ParquetImage(MessageType schema, int column, long maxBytes, ImageFolder images) {
    this.schema = schema;
    this.column = column;
    this.maxBytes = maxBytes;
    this.images = images;
  }

  /** Returns the image column: that of the first of the names that the schema contains. */
  static ParquetImage of(
      MessageType schema, List<String> names, SourceOptions options, ImageFolder images) {
    int column =
        names.stream()
            .filter(schema::containsField)
            .findFirst()
            .map(schema::getFieldIndex)
            .orElse(NO_COLUMN);
    return new ParquetImage(schema, column, options.maxFileBytes(), images);
  }

  /** Returns the column's index if it holds bytes, directly or in a struct; otherwise empty. */
  OptionalInt bytesColumn() {
    boolean isText = column >= 0 && ParquetFields.isText(schema.getType(column));
    boolean isBytes = column >= 0 && ParquetFields.isBytes(schema.getType(column));
    return column < 0 || (isText && !isBytes) ? OptionalInt.empty() : OptionalInt.of(column);
  }

  /**
   * Returns the row's encoded image; empty without a column or with a null.
   *
   * @param values the row's other values, as JSON
   */
  Optional<byte[]> read(Group row, JsonNode values) throws BrokenRowException {
    if (column < 0 || row.getFieldRepetitionCount(column) == 0) {
      return Optional.empty();
    }
    Type type = schema.getType(column);
    byte[] bytes;
    if (ParquetFields.isBytes(type)) {
      bytes = ParquetFields.bytes(row, column, 0, maxBytes);
    } else if (type.isPrimitive()) {
      return Optional.of(images.read(values.path(type.getName()).asText()));
    } else {
      bytes = bytesIn(row.getGroup(column, 0), type);
    }
    if (bytes.length == 0) {
      throw new BrokenRowException("the image in column '" + type.getName() + "' has no bytes");
    }
    return Optional.of(bytes);
  }

  /** Returns the image from Hugging Face's struct, which holds the bytes, or null and a path. */
  private byte[] bytesIn(Group struct, Type type) throws BrokenRowException {
    if (!type.asGroupType().containsField("bytes")) {
      throw new BrokenRowException(
          "column '" + type.getName() + "' is a struct without a field 'bytes'");
    }
    int bytes = type.asGroupType().getFieldIndex("bytes");
    if (struct.getFieldRepetitionCount(bytes) > 0) {
      return ParquetFields.bytes(struct, bytes, 0, maxBytes);
    }
    JsonNode path = ParquetFields.object(struct, Set.of(bytes)).path("path");
    if (!path.isTextual()) {
      throw new BrokenRowException("the image has neither bytes nor a path");
    }
    return images.read(path.textValue());
  }
}
