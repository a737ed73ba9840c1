package dev.falcon.data.internal.rows;

import dev.falcon.data.table.internal.Cell;
import dev.falcon.data.table.internal.ParquetColumn;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.function.Consumer;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.schema.LogicalTypeAnnotation.IntLogicalTypeAnnotation;
import org.apache.parquet.schema.PrimitiveType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;

/** A value of a Parquet row that is read as a whole. */
record GroupCell(Group group, int field, int index) implements Cell {
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
  public void elements(Consumer<Cell> receiver) {
    throw new IllegalStateException("lists are read by their groups");
  }
}
