// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.sample;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.falcon.data.file.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A list of texts inside one text, as tables without lists hold it: in JSON, or as Python prints
 * it, {@code ['a', "b's"]}, which pandas writes into CSV files. NumPy prints no commas.
 */
public final class ListedTexts {
  private static final String BLANKS = " \t\r\n,";

  private final String text;
  private final boolean commas;
  private int next = 1;

  private ListedTexts(String text, boolean commas) {
    this.text = text;
    this.commas = commas;
  }

  /** Returns the texts; empty if the text is no such list. */
  public static Optional<List<String>> in(String text) {
    return in(text, false, false);
  }

  /** Returns the names, of which in JSON some may be numbers; empty if the text is no such list. */
  public static Optional<List<String>> namesIn(String text) {
    return in(text, false, true);
  }

  /** Returns the texts; empty if the text is no such list, or lacks a comma between two texts. */
  public static Optional<List<String>> separatedIn(String text) {
    return in(text, true, false);
  }

  private static Optional<List<String>> in(String text, boolean commas, boolean numbers) {
    String stripped = text.strip();
    if (!stripped.startsWith("[") || !stripped.endsWith("]")) {
      return Optional.empty();
    }
    Optional<List<String>> json = ofJson(stripped, numbers);
    return json.isPresent() ? json : new ListedTexts(stripped, commas).ofPython();
  }

  private static Optional<List<String>> ofJson(String text, boolean numbers) {
    List<String> texts = new ArrayList<>();
    try {
      for (JsonNode element : Json.mapper().readTree(text)) {
        JsonNode caption = element.isObject() ? element.path("raw") : element;
        boolean known = caption.isTextual() || (numbers && caption.isNumber());
        if (!known && !caption.isNull()) {
          return Optional.empty();
        }
        if (known) {
          texts.add(caption.asText());
        }
      }
    } catch (JsonProcessingException e) {
      return Optional.empty(); // the text only starts like a list
    }
    return Optional.of(texts);
  }

  private Optional<List<String>> ofPython() {
    List<String> texts = new ArrayList<>();
    boolean separated = true;
    while (next < text.length() - 1) {
      char character = text.charAt(next);
      if (BLANKS.indexOf(character) >= 0) {
        separated |= character == ',';
        next++;
      } else if (text.startsWith("None", next)) {
        next += "None".length();
      } else if ((character != '\'' && character != '"') || (commas && !separated)) {
        return Optional.empty();
      } else {
        separated = false;
        Optional<String> quoted = quoted(character);
        if (quoted.isEmpty()) {
          return Optional.empty();
        }
        texts.add(quoted.get());
      }
    }
    return Optional.of(texts);
  }

  /**
   * Returns the text up to the closing quote; empty if it does not close, or is escaped unusually.
   */
  private Optional<String> quoted(char quote) {
    StringBuilder content = new StringBuilder();
    for (next++; next < text.length() - 1; next++) {
      char character = text.charAt(next);
      if (character == quote) {
        next++;
        return Optional.of(content.toString());
      }
      if (character == '\\') {
        next++;
        Optional<String> escaped = escaped(text.charAt(next));
        if (escaped.isEmpty()) {
          return Optional.empty();
        }
        content.append(escaped.get());
      } else {
        content.append(character);
      }
    }
    return Optional.empty();
  }

  /** Returns the character that Python escapes as a backslash and this one. */
  private Optional<String> escaped(char character) {
    return switch (character) {
      case 'n' -> Optional.of("\n");
      case 't' -> Optional.of("\t");
      case 'r' -> Optional.of("\r");
      case '\\', '\'', '"' -> Optional.of(String.valueOf(character));
      case 'x' -> ofDigits(2);
      case 'u' -> ofDigits(4);
      default -> Optional.empty();
    };
  }

  private Optional<String> ofDigits(int count) {
    String digits = text.substring(next + 1, Math.min(next + 1 + count, text.length()));
    next += count;
    return digits.matches("[0-9a-fA-F]{" + count + "}")
        ? Optional.of(String.valueOf((char) Integer.parseInt(digits, 16)))
        : Optional.empty();
  }
}
