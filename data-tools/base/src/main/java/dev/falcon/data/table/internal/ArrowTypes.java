// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.table.internal;

import dev.falcon.data.table.ColumnType;
import dev.falcon.data.table.TableSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.arrow.vector.types.FloatingPointPrecision;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.apache.arrow.vector.types.pojo.Schema;

/** Converts a table's schema to Arrow's. */
final class ArrowTypes {
  private ArrowTypes() {}

  static Schema schema(TableSchema schema, Map<String, String> metadata) {
    List<Field> fields = new ArrayList<>();
    for (TableSchema.Column column : schema.columns()) {
      FieldType type = new FieldType(column.nullable(), type(column.type()), null);
      List<Field> children =
          switch (column.type()) {
            case UTF8_LIST -> List.of(element(ColumnType.UTF8));
            case FLOAT32_LIST -> List.of(element(ColumnType.FLOAT32));
            default -> null;
          };
      fields.add(new Field(column.name(), type, children));
    }
    return new Schema(fields, new TreeMap<>(metadata));
  }

  private static Field element(ColumnType type) {
    return new Field("element", FieldType.notNullable(type(type)), null);
  }

  private static ArrowType type(ColumnType type) {
    return switch (type) {
      case INT32 -> new ArrowType.Int(32, true);
      case INT64 -> new ArrowType.Int(64, true);
      case FLOAT32 -> new ArrowType.FloatingPoint(FloatingPointPrecision.SINGLE);
      case FLOAT64 -> new ArrowType.FloatingPoint(FloatingPointPrecision.DOUBLE);
      case BOOL -> ArrowType.Bool.INSTANCE;
      case UTF8 -> ArrowType.Utf8.INSTANCE;
      case BINARY -> ArrowType.Binary.INSTANCE;
      case UTF8_LIST, FLOAT32_LIST -> ArrowType.List.INSTANCE;
    };
  }
}
