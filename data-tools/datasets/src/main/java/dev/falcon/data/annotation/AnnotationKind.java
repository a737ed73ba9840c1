// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.annotation;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import dev.falcon.data.file.Folders;
import dev.falcon.data.file.Json;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/** The kind of a file of annotations, detected from its first element. */
public enum AnnotationKind {
  QUESTIONS,
  STATEMENTS,
  ANSWERS;

  /** Returns the kind of a file; empty if it is none of these, or not JSON. */
  public static Optional<AnnotationKind> of(Path file) {
    if (!Folders.isFile(file)) {
      return Optional.empty();
    }
    try (JsonParser parser = Json.mapper().createParser(file.toFile())) {
      JsonToken first = parser.nextToken();
      if (first == JsonToken.START_ARRAY) {
        return ofElement(parser);
      }
      return first == JsonToken.START_OBJECT ? ofObject(parser) : Optional.empty();
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  private static Optional<AnnotationKind> ofElement(JsonParser parser) throws IOException {
    JsonToken token = parser.nextToken();
    if (token == JsonToken.VALUE_STRING) {
      return isLast(parser) ? Optional.of(ANSWERS) : Optional.empty();
    }
    return token == JsonToken.START_OBJECT ? ofNode(parser.readValueAsTree()) : Optional.empty();
  }

  /** Returns whether the list is the file's only value; lines of lists are pairs of texts. */
  private static boolean isLast(JsonParser parser) throws IOException {
    JsonToken token = parser.currentToken();
    while (token != null && token != JsonToken.END_ARRAY) {
      parser.skipChildren();
      token = parser.nextToken();
    }
    return parser.nextToken() == null;
  }

  /**
   * Returns the kind of a file that begins with an object: an object of lists, as in VQA v2; an
   * object of objects, as in GQA; or the first of JSON lines.
   */
  private static Optional<AnnotationKind> ofObject(JsonParser parser) throws IOException {
    boolean hasSentence = false;
    boolean hasPictures = false;
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      String field = parser.currentName();
      JsonToken value = parser.nextToken();
      boolean isPair = field.equals("questions") || field.equals("annotations");
      if (value == JsonToken.START_ARRAY && isPair) {
        return ofElement(parser);
      }
      if (value == JsonToken.START_OBJECT) {
        Optional<AnnotationKind> kind = ofNode(parser.readValueAsTree());
        if (kind.isPresent()) {
          return kind;
        }
      }
      hasSentence |= field.equals("sentence");
      hasPictures |= field.equals("identifier") || field.equals("images");
      parser.skipChildren();
    }
    return hasSentence && hasPictures ? Optional.of(STATEMENTS) : Optional.empty();
  }

  private static Optional<AnnotationKind> ofNode(JsonNode node) {
    boolean isListed = node.has("question") && node.has("image") && node.has("answer");
    if (isListed || node.has("question_id") || node.has("qas") || isGqa(node)) {
      return Optional.of(QUESTIONS);
    }
    boolean isStatement = node.has("sentence") && (node.has("identifier") || node.has("images"));
    return isStatement ? Optional.of(STATEMENTS) : Optional.empty();
  }

  private static boolean isGqa(JsonNode node) {
    return node.has("question") && node.has("imageId");
  }
}
