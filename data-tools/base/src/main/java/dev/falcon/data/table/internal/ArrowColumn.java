// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.table.internal;

import dev.falcon.data.table.ColumnType;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.arrow.vector.BaseIntVector;
import org.apache.arrow.vector.BaseLargeVariableWidthVector;
import org.apache.arrow.vector.BaseVariableWidthVector;
import org.apache.arrow.vector.BitVector;
import org.apache.arrow.vector.DateDayVector;
import org.apache.arrow.vector.DateMilliVector;
import org.apache.arrow.vector.Decimal256Vector;
import org.apache.arrow.vector.DecimalVector;
import org.apache.arrow.vector.DurationVector;
import org.apache.arrow.vector.ExtensionTypeVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.FixedSizeBinaryVector;
import org.apache.arrow.vector.FloatingPointVector;
import org.apache.arrow.vector.TimeStampVector;
import org.apache.arrow.vector.UInt4Vector;
import org.apache.arrow.vector.ValueVector;
import org.apache.arrow.vector.VariableWidthFieldVector;
import org.apache.arrow.vector.complex.BaseListVector;
import org.apache.arrow.vector.complex.LargeListVector;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;

/**
 * One selected column of an Arrow file: copies its values into a row. A column may hold the numbers
 * of values in a dictionary.
 */
final class ArrowColumn {
  private static final String EXTENSION = "ARROW:extension:name";
  private static final long MILLIS_PER_DAY = 86_400_000;

  private final FieldVector vector;
  private final Optional<FieldVector> records; // of which the vector is a field
  private final Optional<FieldVector> dictionary;
  private final Meaning.Setter setter;
  private final int position;

  ArrowColumn(
      FieldVector vector,
      Optional<FieldVector> records,
      Optional<FieldVector> dictionary,
      ColumnType type,
      int position) {
    this.vector = vector;
    this.records = records;
    this.dictionary = dictionary;
    this.setter = Meaning.setter(content(dictionary.orElse(vector).getField()), type);
    this.position = position;
  }

  /**
   * Copies the value at this index of the batch; the row's column remains null if the value is
   * null.
   */
  void read(int index, Row row) {
    boolean absent = records.filter(whole -> whole.isNull(index)).isPresent();
    Optional<Cell> value = absent ? Optional.empty() : value(vector, dictionary, index);
    if (value.isEmpty()) {
      return;
    }
    try {
      setter.set(value.get(), row, position);
    } catch (UnfitValueException e) {
      throw e.in(vector.getName());
    }
  }

  /** Returns a column's value at this index of the batch; empty for a null. */
  static Optional<Cell> value(FieldVector vector, Optional<FieldVector> dictionary, int index) {
    if (vector.isNull(index)) {
      return Optional.empty();
    }
    Value value =
        dictionary
            .map(values -> new Value(values, (int) wholeNumber(vector, index)))
            .orElseGet(() -> new Value(vector, index));
    return value.vector().isNull(value.index()) ? Optional.empty() : Optional.of(value);
  }

  /** Returns what a column without a dictionary holds. */
  static Content content(Field field) {
    ArrowType type = field.getType();
    if (type instanceof ArrowType.ExtensionType extension) {
      return extension.extensionName().equals("arrow.uuid")
          ? new Content.Uuids()
          : content(field, extension.storageType());
    }
    return "arrow.uuid".equals(field.getMetadata().get(EXTENSION))
        ? new Content.Uuids()
        : content(field, type);
  }

  private static Content content(Field field, ArrowType type) {
    return switch (type.getTypeID()) {
      case Null -> new Content.Nothing();
      case Bool -> new Content.Truth();
      case Int -> {
        ArrowType.Int whole = (ArrowType.Int) type;
        yield new Content.Whole(!whole.getIsSigned() && whole.getBitWidth() == Long.SIZE);
      }
      case FloatingPoint ->
          new Content.Real(
              switch (((ArrowType.FloatingPoint) type).getPrecision()) {
                case HALF -> Short.SIZE;
                case SINGLE -> Float.SIZE;
                case DOUBLE -> Double.SIZE;
              });
      case Decimal -> new Content.Decimals();
      case Utf8, LargeUtf8, Utf8View -> new Content.Text();
      case Binary, LargeBinary, BinaryView, FixedSizeBinary -> new Content.Bytes();
      case Date -> new Content.Days();
      case Timestamp -> {
        ArrowType.Timestamp moments = (ArrowType.Timestamp) type;
        yield new Content.Moments(
            switch (moments.getUnit()) {
              case SECOND -> ChronoUnit.SECONDS;
              case MILLISECOND -> ChronoUnit.MILLIS;
              case MICROSECOND -> ChronoUnit.MICROS;
              case NANOSECOND -> ChronoUnit.NANOS;
            },
            moments.getTimezone() != null);
      }
      case List, LargeList, FixedSizeList -> new Content.Lists(nested(field.getChildren().get(0)));
      case Struct ->
          new Content.Records(
              field.getChildren().stream()
                  .map(child -> new Content.Field(child.getName(), nested(child)))
                  .toList());
      case Map -> new Content.Other("maps");
      case RunEndEncoded -> new Content.Other("values in runs");
      case ListView, LargeListView -> new Content.Other("views of lists");
      case Time -> new Content.Other("times of day");
      case Duration -> new Content.Whole(false); // as Parquet holds them, which has no such type
      case Interval -> new Content.Other("intervals of time");
      default -> Content.RECORDS;
    };
  }

  private static Content nested(Field child) {
    return child.getDictionary() == null
        ? content(child)
        : new Content.Other("values in a dictionary");
  }

  private static long wholeNumber(ValueVector vector, int index) {
    long value = ((BaseIntVector) vector).getValueAsLong(index);
    return vector instanceof UInt4Vector ? value & 0xFFFFFFFFL : value;
  }

  /** One value of a vector. */
  private record Value(ValueVector vector, int index) implements Cell {
    @Override
    public long whole() {
      if (vector instanceof DateDayVector days) {
        return days.get(index);
      }
      if (vector instanceof DateMilliVector milliseconds) {
        return Math.floorDiv(milliseconds.get(index), MILLIS_PER_DAY);
      }
      if (vector instanceof DurationVector durations) {
        return DurationVector.get(durations.getDataBuffer(), index);
      }
      return vector instanceof TimeStampVector moments
          ? moments.get(index)
          : wholeNumber(vector, index);
    }

    @Override
    public double real() {
      return ((FloatingPointVector) vector).getValueAsDouble(index);
    }

    @Override
    public BigDecimal decimal() {
      return vector instanceof Decimal256Vector wide
          ? wide.getObject(index)
          : ((DecimalVector) vector).getObject(index);
    }

    @Override
    public boolean truth() {
      return ((BitVector) vector).get(index) != 0;
    }

    @Override
    public String text() {
      return new String(bytes(), StandardCharsets.UTF_8);
    }

    @Override
    public byte[] bytes() {
      ValueVector stored =
          vector instanceof ExtensionTypeVector<?> extension
              ? extension.getUnderlyingVector()
              : vector;
      if (stored instanceof FixedSizeBinaryVector fixed) {
        return fixed.get(index);
      }
      // The library allocates memory according to the offsets before it checks that the bytes
      // exist.
      long length = length(stored);
      if (length < 0 || length > stored.getDataBuffer().capacity()) {
        throw new IllegalArgumentException("a value of " + length + " bytes");
      }
      return ((VariableWidthFieldVector) stored).get(index);
    }

    private long length(ValueVector stored) {
      if (stored instanceof BaseVariableWidthVector plain) {
        return plain.getValueLength(index);
      }
      if (stored instanceof BaseLargeVariableWidthVector large) {
        return large.getValueLength(index);
      }
      return 0; // views hold a value's position beside its length, and are checked by the library
    }

    @Override
    public void elements(Consumer<Cell> receiver, Runnable absent) {
      ValueVector elements = children().get(0);
      for (int i = begin(elements), end = end(elements); i < end; i++) {
        if (elements.isNull(i)) {
          absent.run();
        } else {
          receiver.accept(new Value(elements, i));
        }
      }
    }

    @Override
    public List<Optional<Cell>> list() {
      FieldVector elements = children().get(0);
      List<Optional<Cell>> values = new ArrayList<>();
      for (int i = begin(elements), end = end(elements); i < end; i++) {
        values.add(value(elements, Optional.empty(), i));
      }
      return values;
    }

    @Override
    public Optional<Cell> field(int number) {
      return value(children().get(number), Optional.empty(), index);
    }

    private List<FieldVector> children() {
      return ((FieldVector) vector).getChildrenFromFields();
    }

    private int begin(ValueVector elements) {
      return within(
          elements,
          vector instanceof LargeListVector lists
              ? lists.getElementStartIndex(index)
              : ((BaseListVector) vector).getElementStartIndex(index));
    }

    private int end(ValueVector elements) {
      return within(
          elements,
          vector instanceof LargeListVector lists
              ? lists.getElementEndIndex(index)
              : ((BaseListVector) vector).getElementEndIndex(index));
    }

    private static int within(ValueVector elements, long place) {
      if (place < 0 || place > elements.getValueCount()) {
        throw new IllegalArgumentException("a list that ends at element " + place);
      }
      return (int) place;
    }
  }
}
