// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.annotation;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import dev.falcon.data.FalconException;
import dev.falcon.data.file.Folders;
import dev.falcon.data.file.Json;
import java.io.IOException;
import java.nio.file.Path;

/**
 * Iterates over a file of annotations, one object in memory at a time. The file is a list of
 * objects, an object that contains such lists or such objects, or JSON lines.
 */
public final class JsonItems {
  private JsonItems() {}

  /** Receives the contents of a file, in order. */
  public interface Visitor {
    /**
     * Receives an element of a list.
     *
     * @param list the field that holds the list; empty if the file itself is the list, or is JSON
     *     lines
     */
    void element(String list, JsonItem item);

    /**
     * Receives a field of the file's only object that is itself an object; the item's key is the
     * field's name.
     */
    default void object(JsonItem item) {}

    /** Receives a field of the file's only object that is a number, text or boolean. */
    default void property(String field, String value) {}
  }

  /**
   * Iterates over a list, or over the fields of an object.
   *
   * @throws FalconException if the file cannot be read, is not JSON, or has lists of anything but
   *     objects
   */
  public static void walk(Path file, Visitor visitor) {
    read(
        file,
        parser -> {
          JsonToken token = parser.nextToken();
          if (token == JsonToken.START_ARRAY) {
            elements(file, parser, "", visitor);
          } else if (token == JsonToken.START_OBJECT) {
            fields(file, parser, visitor);
          } else {
            throw new FalconException(file + ": must be a JSON list or object");
          }
          if (parser.nextToken() != null) {
            throw new FalconException(
                file
                    + ": line "
                    + parser.currentTokenLocation().getLineNr()
                    + ": something follows after the JSON's end");
          }
        });
  }

  /** Iterates over JSON lines, or over a list. */
  public static void lines(Path file, Visitor visitor) {
    read(
        file,
        parser -> {
          JsonToken token = parser.nextToken();
          if (token == JsonToken.START_ARRAY) {
            elements(file, parser, "", visitor);
            return;
          }
          for (; token != null; token = parser.nextToken()) {
            String place = file + ": line " + parser.currentTokenLocation().getLineNr();
            visitor.element("", item(place, "", parser));
          }
        });
  }

  private static void fields(Path file, JsonParser parser, Visitor visitor) throws IOException {
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      String field = parser.currentName();
      JsonToken token = parser.nextToken();
      if (token == JsonToken.START_ARRAY) {
        elements(file, parser, field, visitor);
      } else if (token == JsonToken.START_OBJECT) {
        visitor.object(item(place(file, parser, field), field, parser));
      } else {
        visitor.property(field, parser.getText());
      }
    }
  }

  private static void elements(Path file, JsonParser parser, String list, Visitor visitor)
      throws IOException {
    for (long i = 0; parser.nextToken() != JsonToken.END_ARRAY; i++) {
      visitor.element(list, item(place(file, parser, list + "[" + i + "]"), "", parser));
    }
  }

  private static String place(Path file, JsonParser parser, String element) {
    return file + ": line " + parser.currentTokenLocation().getLineNr() + ", " + element;
  }

  private static JsonItem item(String place, String key, JsonParser parser) throws IOException {
    JsonNode node = parser.readValueAsTree();
    if (node == null || !node.isObject()) {
      throw new FalconException(place + ": must be an object");
    }
    return new JsonItem(place, key, node);
  }

  @FunctionalInterface
  private interface Reading {
    void accept(JsonParser parser) throws IOException;
  }

  private static void read(Path file, Reading reading) {
    if (!Folders.isFile(file)) {
      throw new FalconException(file + ": there is no such file");
    }
    try (JsonParser parser = Json.mapper().createParser(file.toFile())) {
      reading.accept(parser);
    } catch (JsonProcessingException e) {
      // The parser reports no position when one of its limits, such as nesting, is exceeded.
      String line = e.getLocation() == null ? "" : "line " + e.getLocation().getLineNr() + ": ";
      throw new FalconException(file + ": " + line + "not JSON: " + Json.reason(e), e);
    } catch (IOException e) {
      throw new FalconException(file + ": cannot be read: " + e.getMessage(), e);
    }
  }
}
