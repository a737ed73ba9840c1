package dev.falcon.data.internal.rows;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.falcon.data.internal.source.BrokenRowException;
import dev.falcon.data.internal.source.Utf8;
import dev.falcon.data.table.internal.ParquetColumn;
import java.util.Set;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.parquet.schema.Type;

/** Converts a Parquet row's values to JSON; bytes that are not text are left out. */
final class ParquetFields {
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
  private static final int MAX_TEXT_BYTES = 1 << 24;

  private ParquetFields() {}

  /** Returns whether the column holds bytes that are not marked as text. */
  static boolean isBytes(Type type) {
    return type.isPrimitive()
        && type.asPrimitiveType().getPrimitiveTypeName() == PrimitiveTypeName.BINARY
        && type.getLogicalTypeAnnotation() == null;
  }

  /** Returns whether the column holds text. */
  static boolean isText(Type type) {
    LogicalTypeAnnotation annotation = type.getLogicalTypeAnnotation();
    return type.isPrimitive()
        && type.asPrimitiveType().getPrimitiveTypeName() == PrimitiveTypeName.BINARY
        && (annotation == null
            || annotation.equals(LogicalTypeAnnotation.stringType())
            || annotation.equals(LogicalTypeAnnotation.enumType())
            || annotation.equals(LogicalTypeAnnotation.jsonType()));
  }

  /** Returns the group's fields except those of the given indices; absent values are left out. */
  static ObjectNode object(Group group, Set<Integer> leftOut) throws BrokenRowException {
    ObjectNode object = JSON.objectNode();
    for (int field = 0; field < group.getType().getFieldCount(); field++) {
      int count = group.getFieldRepetitionCount(field);
      if (!leftOut.contains(field) && count > 0) {
        Type type = group.getType().getType(field);
        JsonNode value =
            type.isRepetition(Type.Repetition.REPEATED)
                ? repeated(group, field, count)
                : value(group, field, 0);
        if (value != null) {
          object.set(type.getName(), value);
        }
      }
    }
    return object;
  }

  private static ArrayNode repeated(Group group, int field, int count) throws BrokenRowException {
    ArrayNode array = JSON.arrayNode(count);
    for (int i = 0; i < count; i++) {
      JsonNode value = value(group, field, i);
      if (value != null) {
        array.add(value);
      }
    }
    return array;
  }

  private static JsonNode value(Group group, int field, int index) throws BrokenRowException {
    Type type = group.getType().getType(field);
    if (!type.isPrimitive()) {
      Group child = group.getGroup(field, index);
      return type.getLogicalTypeAnnotation()
              instanceof LogicalTypeAnnotation.ListLogicalTypeAnnotation
          ? list(child)
          : object(child, Set.of());
    }
    return switch (type.asPrimitiveType().getPrimitiveTypeName()) {
      case BOOLEAN -> JSON.booleanNode(group.getBoolean(field, index));
      case INT32 -> JSON.numberNode(group.getInteger(field, index));
      case INT64 -> JSON.numberNode(group.getLong(field, index));
      case FLOAT -> JSON.numberNode(group.getFloat(field, index));
      case DOUBLE -> JSON.numberNode(group.getDouble(field, index));
      case BINARY ->
          isText(type)
              ? JSON.textNode(
                  Utf8.decode(
                      bytes(group, field, index, MAX_TEXT_BYTES),
                      "column '" + type.getName() + "'"))
              : null;
      case FIXED_LEN_BYTE_ARRAY, INT96 -> null;
    };
  }

  /** Returns the bytes of a value. */
  static byte[] bytes(Group group, int field, int index, long maxBytes) throws BrokenRowException {
    Binary value = group.getBinary(field, index);
    if (value.length() < 0 || value.length() > maxBytes) {
      throw new BrokenRowException(
          "column '"
              + group.getType().getFieldName(field)
              + "' has a value of "
              + value.length()
              + " bytes, more than the "
              + maxBytes
              + " allowed");
    }
    return ParquetColumn.sound(value).getBytes();
  }

  /**
   * Returns the elements of a list. The current layout wraps each in a group of one field, older
   * ones do not; both have one repeated field.
   */
  private static ArrayNode list(Group list) throws BrokenRowException {
    ArrayNode array = JSON.arrayNode();
    if (list.getType().getFieldCount() == 0) {
      return array;
    }
    Type repeated = list.getType().getType(0);
    boolean wrapped =
        !repeated.isPrimitive()
            && repeated.asGroupType().getFieldCount() == 1
            && !repeated.getName().equals("array")
            && !repeated.getName().endsWith("_tuple");
    for (int i = 0; i < list.getFieldRepetitionCount(0); i++) {
      JsonNode element;
      if (wrapped) {
        Group wrapper = list.getGroup(0, i);
        element = wrapper.getFieldRepetitionCount(0) == 0 ? null : value(wrapper, 0, 0);
      } else {
        element = value(list, 0, i);
      }
      array.add(element);
    }
    return array;
  }
}
