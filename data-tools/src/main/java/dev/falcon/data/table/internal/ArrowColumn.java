package dev.falcon.data.table.internal;

import dev.falcon.data.table.ColumnType;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import org.apache.arrow.vector.BaseIntVector;
import org.apache.arrow.vector.BaseLargeVariableWidthVector;
import org.apache.arrow.vector.BaseVariableWidthVector;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.BitVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.Float4Vector;
import org.apache.arrow.vector.Float8Vector;
import org.apache.arrow.vector.UInt8Vector;
import org.apache.arrow.vector.ValueVector;
import org.apache.arrow.vector.VarBinaryVector;
import org.apache.arrow.vector.VariableWidthFieldVector;
import org.apache.arrow.vector.complex.ListVector;

/** One selected column of an Arrow file: copies its values into a row. */
final class ArrowColumn {
  private final FieldVector vector;
  private final ColumnType type;
  private final int position;

  private ArrowColumn(FieldVector vector, ColumnType type, int position) {
    this.vector = vector;
    this.type = type;
    this.position = position;
  }

  static ArrowColumn of(FieldVector vector, ColumnType type, int position) {
    if (vector.getField().getDictionary() != null || !canRead(vector, type)) {
      String dictionary = vector.getField().getDictionary() == null ? "" : " by dictionary";
      throw new UnfitColumnException(vector.getField().getType() + dictionary);
    }
    return new ArrowColumn(vector, type, position);
  }

  /**
   * Copies the value at this index of the batch; the row's column remains null if the value is
   * null.
   */
  void read(int index, Row row) {
    if (vector.isNull(index)) {
      return;
    }
    switch (type) {
      case INT32 -> row.setInt(position, (int) wholeNumber(vector, index));
      case INT64 -> row.setLong(position, wholeNumber(vector, index));
      case FLOAT32 -> row.setFloat(position, ((Float4Vector) vector).get(index));
      case FLOAT64 -> row.setDouble(position, number(index));
      case BOOL -> row.setBoolean(position, ((BitVector) vector).get(index) != 0);
      case UTF8 -> row.setObject(position, type, text(vector, index));
      case BINARY -> row.setObject(position, type, bytes(vector, index));
      case UTF8_LIST -> row.setObject(position, type, list(index, ArrowColumn::text));
      case FLOAT32_LIST ->
          row.setObject(
              position, type, list(index, (elements, i) -> ((Float4Vector) elements).get(i)));
    }
  }

  private <T> List<T> list(int index, BiFunction<ValueVector, Integer, T> element) {
    ListVector lists = (ListVector) vector;
    List<T> values = new ArrayList<>();
    for (int i = lists.getElementStartIndex(index); i < lists.getElementEndIndex(index); i++) {
      if (!lists.getDataVector().isNull(i)) {
        values.add(element.apply(lists.getDataVector(), i));
      }
    }
    return values;
  }

  private double number(int index) {
    if (vector instanceof Float4Vector floats) {
      return floats.get(index);
    }
    return vector instanceof Float8Vector doubles ? doubles.get(index) : wholeNumber(vector, index);
  }

  private static String text(ValueVector vector, int index) {
    return vector instanceof VariableWidthFieldVector
        ? new String(bytes(vector, index), StandardCharsets.UTF_8)
        : Long.toString(wholeNumber(vector, index));
  }

  private static byte[] bytes(ValueVector vector, int index) {
    // The library allocates memory according to the offsets before it checks that the bytes exist.
    long length = length(vector, index);
    if (length < 0 || length > vector.getDataBuffer().capacity()) {
      throw new IllegalArgumentException("a value of " + length + " bytes");
    }
    return ((VariableWidthFieldVector) vector).get(index);
  }

  private static long length(ValueVector vector, int index) {
    if (vector instanceof BaseVariableWidthVector plain) {
      return plain.getValueLength(index);
    }
    if (vector instanceof BaseLargeVariableWidthVector large) {
      return large.getValueLength(index);
    }
    return 0; // views hold a value's position beside its length, and are checked by the library
  }

  private static long wholeNumber(ValueVector vector, int index) {
    return ((BaseIntVector) vector).getValueAsLong(index);
  }

  private static boolean canRead(FieldVector vector, ColumnType type) {
    boolean text = vector instanceof VariableWidthFieldVector;
    boolean whole = vector instanceof BaseIntVector && !(vector instanceof UInt8Vector);
    boolean narrow = whole && !(vector instanceof BigIntVector);
    return switch (type) {
      case INT32 -> narrow;
      case INT64 -> whole;
      case FLOAT32 -> vector instanceof Float4Vector;
      case FLOAT64 -> vector instanceof Float4Vector || vector instanceof Float8Vector || narrow;
      case BOOL -> vector instanceof BitVector;
      case UTF8 -> (text && !(vector instanceof VarBinaryVector)) || whole;
      case BINARY -> text;
      case UTF8_LIST ->
          vector instanceof ListVector list
              && list.getDataVector() instanceof VariableWidthFieldVector;
      case FLOAT32_LIST ->
          vector instanceof ListVector list && list.getDataVector() instanceof Float4Vector;
    };
  }
}
