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

  /** Returns the row's encoded image; empty without a column, with a null or with an empty list. */
  Optional<byte[]> read(Group row) throws BrokenRowException {
    if (column < 0 || row.getFieldRepetitionCount(column) == 0) {
      return Optional.empty();
    }
    GroupCell cell = new GroupCell(row, column, 0);
    if (ParquetFields.isList(schema.getType(column))) {
      Optional<GroupCell> only = onlyPicture(row.getGroup(column, 0));
      if (only.isEmpty()) {
        return Optional.empty();
      }
      cell = only.get();
    }
    byte[] bytes = bytes(cell);
    if (bytes.length == 0) {
      throw new BrokenRowException("the image in column '" + name() + "' has no bytes");
    }
    return Optional.of(bytes);
  }

  private String name() {
    return schema.getFieldName(column);
  }

  /** Returns the picture of a list, which may have one. */
  private Optional<GroupCell> onlyPicture(Group list) throws BrokenRowException {
    List<GroupCell> pictures =
        ParquetFields.elements(list).stream().flatMap(Optional::stream).toList();
    if (pictures.size() > 1) {
      throw new BrokenRowException(
          "column '"
              + name()
              + "' has "
              + pictures.size()
              + " images; a sample must have one image");
    }
    return pictures.stream().findFirst();
  }

  private byte[] bytes(GroupCell cell) throws BrokenRowException {
    Type type = cell.group().getType().getType(cell.field());
    if (ParquetFields.isBytes(type)) {
      return ParquetFields.bytes(cell.group(), cell.field(), cell.index(), maxBytes);
    }
    if (ParquetFields.isText(type)) {
      return images.read(cell.text());
    }
    if (type.isPrimitive()) {
      throw new BrokenRowException("column '" + name() + "' holds neither images nor paths");
    }
    return bytesIn(cell.group().getGroup(cell.field(), cell.index()), type);
  }

  /** Returns the image from Hugging Face's struct, which holds the bytes, or null and a path. */
  private byte[] bytesIn(Group struct, Type type) throws BrokenRowException {
    if (!type.asGroupType().containsField("bytes")) {
      throw new BrokenRowException("column '" + name() + "' holds records without a field 'bytes'");
    }
    int bytes = type.asGroupType().getFieldIndex("bytes");
    if (struct.getFieldRepetitionCount(bytes) > 0) {
      return ParquetFields.bytes(struct, bytes, 0, maxBytes);
    }
    JsonNode path = ParquetFields.object(struct, Set.of(bytes), Set.of()).path("path");
    if (!path.isTextual()) {
      throw new BrokenRowException("the image has neither bytes nor a path");
    }
    return images.read(path.textValue());
  }
}
