// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.internal.rows;

import dev.falcon.data.internal.source.BrokenRowException;
import dev.falcon.data.internal.source.ImageFolder;
import dev.falcon.data.table.internal.Cell;
import dev.falcon.data.table.internal.Content;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.IntFunction;

/**
 * A column of images: bytes, Hugging Face's struct of bytes and path, or paths below the image
 * root.
 */
final class ImageColumn {
  private final Content.Records columns;
  private final OptionalInt column;
  private final long maxBytes;
  private final ImageFolder images;

  /**
   * @param columns the columns of the file
   * @param names the names of the image column; the first that exists is used
   */
  ImageColumn(Content.Records columns, List<String> names, long maxBytes, ImageFolder images) {
    this.columns = columns;
    this.column =
        names.stream().map(columns::indexOf).flatMapToInt(OptionalInt::stream).findFirst();
    this.maxBytes = maxBytes;
    this.images = images;
  }

  /** Returns the column's index if it holds more than paths; otherwise empty. */
  OptionalInt bytesColumn() {
    return column.isPresent() && field().content() instanceof Content.Text
        ? OptionalInt.empty()
        : column;
  }

  private Content.Field field() {
    return columns.fields().get(column.getAsInt());
  }

  /**
   * Returns the row's encoded image; empty without a column, with a null or with an empty list.
   *
   * @param row returns the value of a column
   */
  Optional<byte[]> read(IntFunction<Optional<Cell>> row) throws BrokenRowException {
    Optional<Cell> cell = column.isEmpty() ? Optional.empty() : row.apply(column.getAsInt());
    if (cell.isEmpty()) {
      return Optional.empty();
    }
    Content held = field().content();
    if (held instanceof Content.Lists lists) {
      held = lists.element();
      cell = onlyPicture(cell.get());
      if (cell.isEmpty()) {
        return Optional.empty();
      }
    }
    byte[] bytes = bytes(held, cell.get());
    if (bytes.length == 0) {
      throw new BrokenRowException("the image in column '" + field().name() + "' has no bytes");
    }
    return Optional.of(bytes);
  }

  /** Returns the picture of a list, which may have one. */
  private Optional<Cell> onlyPicture(Cell list) throws BrokenRowException {
    List<Cell> pictures = list.list().stream().flatMap(Optional::stream).toList();
    if (pictures.size() > 1) {
      throw new BrokenRowException(
          "column '"
              + field().name()
              + "' has "
              + pictures.size()
              + " images; a sample must have one image");
    }
    return pictures.stream().findFirst();
  }

  private byte[] bytes(Content held, Cell cell) throws BrokenRowException {
    if (held instanceof Content.Bytes) {
      return TypedFields.bytes(field().name(), cell, maxBytes);
    }
    if (held instanceof Content.Text) {
      return images.read(cell.text());
    }
    if (held instanceof Content.Records struct) {
      return bytesIn(struct, cell);
    }
    throw new BrokenRowException("column '" + field().name() + "' holds neither images nor paths");
  }

  /** Returns the image from Hugging Face's struct, which holds the bytes, or null and a path. */
  private byte[] bytesIn(Content.Records struct, Cell cell) throws BrokenRowException {
    OptionalInt bytes = struct.indexOf("bytes");
    if (bytes.isEmpty()) {
      throw new BrokenRowException(
          "column '" + field().name() + "' holds records without a field 'bytes'");
    }
    Optional<Cell> encoded = cell.field(bytes.getAsInt());
    if (encoded.isPresent()) {
      return TypedFields.bytes(field().name(), encoded.get(), maxBytes);
    }
    OptionalInt path = struct.indexOf("path");
    Optional<Cell> named = path.isEmpty() ? Optional.empty() : cell.field(path.getAsInt());
    if (named.isEmpty()
        || !(struct.fields().get(path.getAsInt()).content() instanceof Content.Text)) {
      throw new BrokenRowException("the image has neither bytes nor a path");
    }
    return images.read(named.get().text());
  }
}
