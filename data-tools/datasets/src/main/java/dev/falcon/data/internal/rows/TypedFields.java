// SPDX-License-Identifier: Apache-2.0
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
import dev.falcon.data.table.internal.UnfitValueException;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.IntFunction;

/**
 * Converts the values of a row whose columns have types to JSON; bytes are left out unless they are
 * asked for as text.
 */
final class TypedFields {
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
  private static final int MAX_TEXT_BYTES = 1 << 24;

  private TypedFields() {}

  /**
   * Returns the fields of a row or of a record except those of the given indices; absent values are
   * left out.
   *
   * @param values returns the value of a field
   * @param texts the fields whose bytes are texts
   */
  static ObjectNode object(
      Content.Records held,
      IntFunction<Optional<Cell>> values,
      Set<Integer> leftOut,
      Set<Integer> texts)
      throws BrokenRowException {
    ObjectNode object = JSON.objectNode();
    for (int i = 0; i < held.fields().size(); i++) {
      Optional<Cell> cell = leftOut.contains(i) ? Optional.empty() : values.apply(i);
      if (cell.isPresent()) {
        Content.Field field = held.fields().get(i);
        JsonNode value = texts.contains(i) ? text(field, cell.get()) : value(field, cell.get());
        if (value != null) {
          object.set(field.name(), value);
        }
      }
    }
    return object;
  }

  private static JsonNode value(Content.Field field, Cell cell) throws BrokenRowException {
    Content held = field.content();
    if (held instanceof Content.Text) {
      byte[] bytes = bytes(field.name(), cell, MAX_TEXT_BYTES);
      return JSON.textNode(Utf8.decode(bytes, "column '" + field.name() + "'"));
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
    if (held instanceof Content.Lists lists) {
      return unlessOfBytes(held, list(new Content.Field(field.name(), lists.element()), cell));
    }
    if (held instanceof Content.Records records) {
      return unlessOfBytes(held, object(records, cell::field, Set.of(), Set.of()));
    }
    return held instanceof Content.Bytes ? null : text(field, cell);
  }

  /** Returns the elements of a list; those of bytes are left out, nulls are kept. */
  private static ArrayNode list(Content.Field element, Cell list) throws BrokenRowException {
    ArrayNode array = JSON.arrayNode();
    for (Optional<Cell> each : list.list()) {
      JsonNode value = each.isPresent() ? value(element, each.get()) : null;
      if (value != null || each.isEmpty()) {
        array.add(value);
      }
    }
    return array;
  }

  /** Returns the value; null if it is empty and may be so because bytes are left out of it. */
  private static JsonNode unlessOfBytes(Content held, JsonNode value) {
    return value.isEmpty() && holdsBytes(held) ? null : value;
  }

  private static boolean holdsBytes(Content held) {
    if (held instanceof Content.Lists lists) {
      return holdsBytes(lists.element());
    }
    return held instanceof Content.Bytes
        || (held instanceof Content.Records records
            && records.fields().stream().anyMatch(field -> holdsBytes(field.content())));
  }

  /** Returns a value as text; null for values that have none. */
  private static JsonNode text(Content.Field field, Cell cell) throws BrokenRowException {
    Optional<Function<Cell, String>> text = Meaning.text(field.content());
    try {
      return text.isEmpty() ? null : JSON.textNode(text.get().apply(cell));
    } catch (UnfitValueException e) {
      throw new BrokenRowException("column '" + field.name() + "' holds " + e.getMessage());
    }
  }

  /** Returns the bytes of a value. */
  static byte[] bytes(String name, Cell cell, long maxBytes) throws BrokenRowException {
    long length = cell.length();
    if (length < 0 || length > maxBytes) {
      throw new BrokenRowException(
          "column '"
              + name
              + "' has a value of "
              + length
              + " bytes, more than the "
              + maxBytes
              + " allowed");
    }
    return cell.bytes();
  }
}
