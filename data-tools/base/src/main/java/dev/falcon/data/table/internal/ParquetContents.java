// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.table.internal;

import java.time.temporal.ChronoUnit;
import java.util.List;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.IntLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimestampLogicalTypeAnnotation;
import org.apache.parquet.schema.PrimitiveType;
import org.apache.parquet.schema.Type;

/** Says what the columns of Parquet files hold. */
public final class ParquetContents {
  private ParquetContents() {}

  /** Returns the contents of a field, a list by its single leaf. */
  static Content of(Type field, List<ColumnDescriptor> leaves) {
    // In a damaged file, a group may have no column at all.
    if (leaves.size() == 1 && leaves.get(0).getMaxRepetitionLevel() == 1) {
      return new Content.Lists(of(leaves.get(0).getPrimitiveType()));
    }
    if (leaves.size() == 1 && field.isPrimitive()) {
      return of(leaves.get(0).getPrimitiveType());
    }
    if (leaves.stream().map(leaf -> List.of(leaf.getPath())).distinct().count() < leaves.size()) {
      return new Content.Other("values of two columns of this name");
    }
    boolean nested = leaves.size() == 1 && leaves.get(0).getMaxRepetitionLevel() > 1;
    return nested ? Content.NESTED : Content.RECORDS;
  }

  /** Returns the fields of a row or of a group. */
  public static Content.Records records(GroupType group) {
    return new Content.Records(
        group.getFields().stream()
            .map(field -> new Content.Field(field.getName(), whole(field)))
            .toList());
  }

  private static Content whole(Type field) {
    return field.isRepetition(Type.Repetition.REPEATED)
        ? new Content.Lists(single(field))
        : single(field);
  }

  private static Content single(Type field) {
    if (field.isPrimitive()) {
      return of(field.asPrimitiveType());
    }
    GroupType group = field.asGroupType();
    return isList(group) ? new Content.Lists(element(group)) : records(group);
  }

  private static boolean isList(GroupType group) {
    return group.getLogicalTypeAnnotation()
        instanceof LogicalTypeAnnotation.ListLogicalTypeAnnotation;
  }

  private static Content element(GroupType list) {
    if (list.getFieldCount() == 0) {
      return new Content.Nothing();
    }
    Type repeated = list.getType(0);
    return single(wrapsElement(repeated) ? repeated.asGroupType().getType(0) : repeated);
  }

  /**
   * Returns whether the repeated field of a list wraps its elements in a group of one field, as the
   * current layout does; older ones do not.
   */
  public static boolean wrapsElement(Type repeated) {
    return !repeated.isPrimitive()
        && repeated.asGroupType().getFieldCount() == 1
        && !repeated.getName().equals("array")
        && !repeated.getName().endsWith("_tuple");
  }

  /** Returns the contents of a column, or of the elements of lists. */
  public static Content of(PrimitiveType stored) {
    LogicalTypeAnnotation meaning = stored.getLogicalTypeAnnotation();
    if (meaning instanceof LogicalTypeAnnotation.DecimalLogicalTypeAnnotation) {
      return new Content.Decimals();
    }
    if (meaning instanceof LogicalTypeAnnotation.UnknownLogicalTypeAnnotation) {
      return new Content.Nothing();
    }
    return switch (stored.getPrimitiveTypeName()) {
      case BOOLEAN -> new Content.Truth();
      case INT32, INT64 -> whole(meaning);
      case FLOAT -> new Content.Real(Float.SIZE);
      case DOUBLE -> new Content.Real(Double.SIZE);
      case BINARY -> binary(meaning);
      case FIXED_LEN_BYTE_ARRAY -> fixed(meaning);
      case INT96 -> new Content.Other("times in an old form");
    };
  }

  private static Content whole(LogicalTypeAnnotation meaning) {
    if (meaning instanceof LogicalTypeAnnotation.DateLogicalTypeAnnotation) {
      return new Content.Days();
    }
    if (meaning instanceof TimestampLogicalTypeAnnotation moment) {
      return new Content.Moments(
          switch (moment.getUnit()) {
            case MILLIS -> ChronoUnit.MILLIS;
            case MICROS -> ChronoUnit.MICROS;
            case NANOS -> ChronoUnit.NANOS;
          },
          moment.isAdjustedToUTC());
    }
    if (meaning == null || meaning instanceof IntLogicalTypeAnnotation) {
      return new Content.Whole(isUnsigned(meaning));
    }
    return new Content.Other("times of day");
  }

  static boolean isUnsigned(LogicalTypeAnnotation meaning) {
    return meaning instanceof IntLogicalTypeAnnotation whole && !whole.isSigned();
  }

  private static Content binary(LogicalTypeAnnotation meaning) {
    if (meaning == null) {
      return new Content.Bytes();
    }
    return meaning.equals(LogicalTypeAnnotation.stringType())
            || meaning.equals(LogicalTypeAnnotation.enumType())
            || meaning.equals(LogicalTypeAnnotation.jsonType())
        ? new Content.Text()
        : new Content.Other("records in a form of their own");
  }

  private static Content fixed(LogicalTypeAnnotation meaning) {
    if (meaning == null) {
      return new Content.Bytes();
    }
    if (meaning instanceof LogicalTypeAnnotation.UUIDLogicalTypeAnnotation) {
      return new Content.Uuids();
    }
    return meaning instanceof LogicalTypeAnnotation.Float16LogicalTypeAnnotation
        ? new Content.Real(Short.SIZE)
        : new Content.Other("intervals of time");
  }
}
