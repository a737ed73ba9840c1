// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.internal.rows;

import dev.falcon.data.table.internal.Cell;
import dev.falcon.data.table.internal.ParquetColumn;
import dev.falcon.data.table.internal.ParquetContents;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.schema.LogicalTypeAnnotation.IntLogicalTypeAnnotation;
import org.apache.parquet.schema.PrimitiveType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.parquet.schema.Type;

/**
 * A value of a Parquet row that is read as a whole.
 *
 * @param index the number of the value in a repeated field; {@link #ALL} for all of them as a list
 */
record GroupCell(Group group, int field, int index) implements Cell {
  private static final int ALL = -1;

  /** Returns a field's value, that of a repeated field as a list; empty for a null. */
  static Optional<Cell> in(Group group, int field) {
    boolean repeated = group.getType().getType(field).isRepetition(Type.Repetition.REPEATED);
    return group.getFieldRepetitionCount(field) == 0
        ? Optional.empty()
        : Optional.of(new GroupCell(group, field, repeated ? ALL : 0));
  }

  /**
   * Returns the elements of a list, which are empty for nulls. The current layout wraps each in a
   * group of one field, older ones do not; both have one repeated field.
   */
  @Override
  public List<Optional<Cell>> list() {
    List<Optional<Cell>> elements = new ArrayList<>();
    if (index == ALL) {
      for (int i = 0; i < group.getFieldRepetitionCount(field); i++) {
        elements.add(Optional.of(new GroupCell(group, field, i)));
      }
      return elements;
    }
    Group list = group.getGroup(field, index);
    if (list.getType().getFieldCount() == 0) {
      return elements;
    }
    boolean wrapped = ParquetContents.wrapsElement(list.getType().getType(0));
    for (int i = 0; i < list.getFieldRepetitionCount(0); i++) {
      if (!wrapped) {
        elements.add(Optional.of(new GroupCell(list, 0, i)));
      } else {
        Group wrap = list.getGroup(0, i);
        boolean there = wrap.getFieldRepetitionCount(0) > 0;
        elements.add(there ? Optional.of(new GroupCell(wrap, 0, 0)) : Optional.empty());
      }
    }
    return elements;
  }

  @Override
  public Optional<Cell> field(int number) {
    return in(group.getGroup(field, index), number);
  }

  @Override
  public long length() {
    return group.getBinary(field, index).length();
  }

  private PrimitiveType type() {
    return group.getType().getType(field).asPrimitiveType();
  }

  @Override
  public long whole() {
    if (type().getPrimitiveTypeName() == PrimitiveTypeName.INT64) {
      return group.getLong(field, index);
    }
    int value = group.getInteger(field, index);
    boolean unsigned =
        type().getLogicalTypeAnnotation() instanceof IntLogicalTypeAnnotation whole
            && !whole.isSigned();
    return unsigned ? Integer.toUnsignedLong(value) : value;
  }

  @Override
  public double real() {
    return switch (type().getPrimitiveTypeName()) {
      case FLOAT -> group.getFloat(field, index);
      case DOUBLE -> group.getDouble(field, index);
      default -> ParquetColumn.half(ParquetColumn.sound(group.getBinary(field, index)));
    };
  }

  @Override
  public BigDecimal decimal() {
    return switch (type().getPrimitiveTypeName()) {
      case INT32, INT64 -> ParquetColumn.decimal(type(), BigInteger.valueOf(whole()));
      default -> ParquetColumn.decimal(type(), new BigInteger(bytes()));
    };
  }

  @Override
  public boolean truth() {
    return group.getBoolean(field, index);
  }

  @Override
  public byte[] bytes() {
    return ParquetColumn.sound(group.getBinary(field, index)).getBytes();
  }

  @Override
  public String text() {
    return ParquetColumn.sound(group.getBinary(field, index)).toStringUsingUTF8();
  }

  @Override
  public void elements(Consumer<Cell> receiver, Runnable absent) {
    throw new IllegalStateException("lists are read by their groups");
  }
}
