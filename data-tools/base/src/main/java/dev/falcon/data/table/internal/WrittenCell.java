// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.table.internal;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.falcon.data.file.Json;
import java.math.BigDecimal;
import java.util.function.Consumer;

/** A value of a file without types: a field of CSV or a value of JSON. */
record WrittenCell(JsonNode value) implements Cell {
  static final Content CONTENT = new Content.Anything();

  static WrittenCell of(String field) {
    return new WrittenCell(TextNode.valueOf(field));
  }

  @Override
  public String text() {
    return value.isValueNode() ? value.asText() : value.toString();
  }

  /** Passes the elements of a list, which in CSV is written as JSON. */
  @Override
  public void elements(Consumer<Cell> receiver, Runnable absent) {
    JsonNode list = value.isTextual() ? parsed(value.textValue()) : value;
    if (!list.isArray()) {
      throw new UnfitValueException(list + " is not a JSON array");
    }
    list.forEach(
        element -> {
          if (element.isNull()) {
            absent.run();
          } else {
            receiver.accept(new WrittenCell(element));
          }
        });
  }

  private static JsonNode parsed(String text) {
    try {
      return Json.mapper().readTree(text);
    } catch (JsonProcessingException e) {
      throw new UnfitValueException("'" + text + "' is not a JSON array");
    }
  }

  @Override
  public long whole() {
    throw new IllegalStateException("is read from its text");
  }

  @Override
  public double real() {
    throw new IllegalStateException("is read from its text");
  }

  @Override
  public BigDecimal decimal() {
    throw new IllegalStateException("is read from its text");
  }

  @Override
  public boolean truth() {
    throw new IllegalStateException("is read from its text");
  }

  @Override
  public byte[] bytes() {
    throw new IllegalStateException("is read from its text");
  }
}
