package dev.falcon.data.internal.rows;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.falcon.data.internal.source.BrokenRowException;
import dev.falcon.data.internal.source.Utf8;
import dev.falcon.data.table.internal.Cell;
import dev.falcon.data.table.internal.Content;
import dev.falcon.data.table.internal.Meaning;
import dev.falcon.data.table.internal.ParquetColumn;
import dev.falcon.data.table.internal.ParquetContents;
import dev.falcon.data.table.internal.UnfitValueException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.Type;

/**
 * Converts a Parquet row's values to JSON; bytes are left out unless they are asked for as text.
 */
final class ParquetFields {
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
  private static final int MAX_TEXT_BYTES = 1 << 24;

  private ParquetFields() {}

  /** Returns whether the column holds bytes that are not marked as text. */
  static boolean isBytes(Type type) {
    return type.isPrimitive()
        && ParquetContents.of(type.asPrimitiveType()) instanceof Content.Bytes;
  }

  /** Returns whether the column holds text. */
  static boolean isText(Type type) {
    return type.isPrimitive() && ParquetContents.of(type.asPrimitiveType()) instanceof Content.Text;
  }

  /**
   * Returns the group's fields except those of the given indices; absent values are left out.
   *
   * @param texts the fields whose bytes are texts
   */
  static ObjectNode object(Group group, Set<Integer> leftOut, Set<Integer> texts)
      throws BrokenRowException {
    ObjectNode object = JSON.objectNode();
    for (int field = 0; field < group.getType().getFieldCount(); field++) {
      int count = group.getFieldRepetitionCount(field);
      if (!leftOut.contains(field) && count > 0) {
        Type type = group.getType().getType(field);
        JsonNode value;
        if (texts.contains(field)) {
          value = text(ParquetContents.of(type.asPrimitiveType()), new GroupCell(group, field, 0));
        } else {
          value =
              type.isRepetition(Type.Repetition.REPEATED)
                  ? repeated(group, field, count)
                  : value(group, field, 0);
        }
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
      JsonNode value = isList(type) ? list(child) : object(child, Set.of(), Set.of());
      return value.isEmpty() && holdsBytes(type) ? null : value;
    }
    return value(ParquetContents.of(type.asPrimitiveType()), new GroupCell(group, field, index));
  }

  private static JsonNode value(Content held, GroupCell cell) throws BrokenRowException {
    if (held instanceof Content.Text) {
      String name = cell.group().getType().getFieldName(cell.field());
      byte[] bytes = bytes(cell.group(), cell.field(), cell.index(), MAX_TEXT_BYTES);
      return JSON.textNode(Utf8.decode(bytes, "column '" + name + "'"));
    }
    if (held instanceof Content.Whole whole && !whole.unsigned()) {
      return JSON.numberNode(cell.whole());
    }
    if (held instanceof Content.Real real) {
      return real.bits() == Double.SIZE
          ? JSON.numberNode(cell.real())
          : JSON.numberNode((float) cell.real());
    }
    if (held instanceof Content.Truth) {
      return JSON.booleanNode(cell.truth());
    }
    return held instanceof Content.Bytes ? null : text(held, cell);
  }

  /** Returns a value as text; null for values that have none. */
  private static JsonNode text(Content held, GroupCell cell) throws BrokenRowException {
    Optional<Function<Cell, String>> text = Meaning.text(held);
    try {
      return text.isEmpty() ? null : JSON.textNode(text.get().apply(cell));
    } catch (UnfitValueException e) {
      throw new BrokenRowException(
          "column '"
              + cell.group().getType().getFieldName(cell.field())
              + "' holds "
              + e.getMessage());
    }
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

  /** Returns whether some values of a group are bytes, which are left out of it. */
  private static boolean holdsBytes(Type type) {
    return type.isPrimitive()
        ? isBytes(type)
        : type.asGroupType().getFields().stream().anyMatch(ParquetFields::holdsBytes);
  }

  /** Returns the elements of a list; those of bytes are left out, nulls are kept. */
  private static ArrayNode list(Group list) throws BrokenRowException {
    ArrayNode array = JSON.arrayNode();
    for (Optional<GroupCell> element : elements(list)) {
      JsonNode value = null;
      if (element.isPresent()) {
        GroupCell cell = element.get();
        value = value(cell.group(), cell.field(), cell.index());
      }
      if (value != null || element.isEmpty()) {
        array.add(value);
      }
    }
    return array;
  }

  /**
   * Returns the elements of a list, which are empty for nulls. The current layout wraps each in a
   * group of one field, older ones do not; both have one repeated field.
   */
  static List<Optional<GroupCell>> elements(Group list) {
    if (list.getType().getFieldCount() == 0) {
      return List.of();
    }
    Type repeated = list.getType().getType(0);
    boolean wrapped =
        !repeated.isPrimitive()
            && repeated.asGroupType().getFieldCount() == 1
            && !repeated.getName().equals("array")
            && !repeated.getName().endsWith("_tuple");
    List<Optional<GroupCell>> elements = new ArrayList<>();
    for (int i = 0; i < list.getFieldRepetitionCount(0); i++) {
      GroupCell element = new GroupCell(list, 0, i);
      if (wrapped) {
        element = new GroupCell(list.getGroup(0, i), 0, 0);
      }
      boolean there = element.index() < element.group().getFieldRepetitionCount(element.field());
      elements.add(there ? Optional.of(element) : Optional.empty());
    }
    return elements;
  }

  /** Returns whether the column holds lists. */
  static boolean isList(Type type) {
    return type.getLogicalTypeAnnotation()
        instanceof LogicalTypeAnnotation.ListLogicalTypeAnnotation;
  }
}
