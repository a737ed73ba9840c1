// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.store.internal;

import dev.falcon.data.FalconException;
import dev.falcon.data.store.VectorType;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.LongStream;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;

/**
 * The columns of an Arrow file or stream that are read in place, without a copy: vectors of a fixed
 * length in single or half precision, and texts.
 */
final class MappedArrow {
  private final ArrowFile file;
  private final FileWindows windows;

  MappedArrow(ArrowFile file) {
    this.file = file;
    this.windows = file.map();
  }

  /**
   * Returns the precision of a column of vectors; empty if they cannot be read in place. A
   * component that is null may hold any number, so such a column is copied, with NaN in its place.
   */
  static Optional<VectorType> type(ArrowFile file, String name) {
    Field field = file.field(name).orElseThrow();
    if (field.getDictionary() != null
        || !(field.getType() instanceof ArrowType.FixedSizeList)
        || !(field.getChildren().get(0).getType() instanceof ArrowType.FloatingPoint number)
        || field.getChildren().get(0).getDictionary() != null
        || file.columns(field).stream().anyMatch(column -> column.nulls().get(1) > 0)) {
      return Optional.empty();
    }
    return switch (number.getPrecision()) {
      case SINGLE -> Optional.of(VectorType.FLOAT32);
      case HALF -> Optional.of(VectorType.FLOAT16);
      case DOUBLE -> Optional.empty();
    };
  }

  /** Returns the number of components of the vectors of a column that is read in place. */
  static int dimension(ArrowFile file, String name) {
    return ((ArrowType.FixedSizeList) file.field(name).orElseThrow().getType()).getListSize();
  }

  VectorColumn vectors(String name, VectorType type) {
    Field field = file.field(name).orElseThrow();
    int dimension = dimension(file, name);
    List<ArrowFile.Column> columns = file.columns(field);
    long[] positions = new long[columns.size()];
    for (int i = 0; i < positions.length; i++) {
      // Buffers: the lists' validity, the components' validity, the components.
      ArrowFile.Column column = columns.get(i);
      ArrowFile.Batch batch = file.batches().get(i);
      ArrowFile.Extent components = column.buffers().get(2);
      if (batch.rows() > components.length() / ((long) dimension * type.bytes())) {
        throw tooShort(name);
      }
      requireAll(name, batch, column);
      positions[i] = components.position();
    }
    return new VectorColumn(
        Optional.of(new VectorColumn.Place(file.path(), 0)),
        () -> windows,
        type,
        dimension,
        file.firstRows(),
        positions);
  }

  /** Refuses a batch in which a vector is null. */
  private void requireAll(String name, ArrowFile.Batch batch, ArrowFile.Column column) {
    OptionalLong vector = firstNull(column, batch.rows());
    if (vector.isPresent()) {
      throw VectorsAsBytes.absent(file.path(), name, batch.firstRow() + vector.getAsLong());
    }
  }

  /** Returns the index of the first null; empty for none. */
  private OptionalLong firstNull(ArrowFile.Column column, long rows) {
    if (column.nulls().get(0) == 0) {
      return OptionalLong.empty();
    }
    ArrowFile.Extent bits = column.buffers().get(0);
    return LongStream.range(0, Math.min(rows, bits.length() * Byte.SIZE))
        .filter(i -> (windows.byteAt(bits.position() + (i >>> 3)) >>> (i & 7) & 1) == 0)
        .findFirst();
  }

  private FalconException tooShort(String name) {
    return new FalconException(
        file.path() + ": damaged: column '" + name + "' is shorter than its rows");
  }

  /** Returns a column of texts; empty if they cannot be read in place. */
  Optional<TextColumn> texts(String name) {
    Field field = file.field(name).orElseThrow();
    boolean large = field.getType() instanceof ArrowType.LargeUtf8;
    if (field.getDictionary() != null || !(large || field.getType() instanceof ArrowType.Utf8)) {
      return Optional.empty();
    }
    List<ArrowFile.Column> columns = file.columns(field);
    int count = columns.size();
    long[] validity = new long[count];
    long[] offsets = new long[count];
    ArrowFile.Extent[] texts = new ArrowFile.Extent[count];
    for (int i = 0; i < count; i++) {
      List<ArrowFile.Extent> buffers = columns.get(i).buffers();
      long rows = file.batches().get(i).rows();
      validity[i] = columns.get(i).nulls().get(0) > 0 ? buffers.get(0).position() : -1;
      offsets[i] = buffers.get(1).position();
      texts[i] = buffers.get(2);
      long bits = buffers.get(0).length() * Byte.SIZE;
      long ends = buffers.get(1).length() / (large ? Long.BYTES : Integer.BYTES);
      if ((validity[i] >= 0 && bits < rows) || (rows > 0 && ends <= rows)) {
        throw tooShort(name);
      }
    }
    return Optional.of(
        new ArrowTexts(file.path(), windows, large, file.firstRows(), validity, offsets, texts));
  }
}
