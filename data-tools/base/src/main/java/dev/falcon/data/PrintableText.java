// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data;

import java.util.Locale;

/**
 * User data as text that is safe on a terminal. Keys and captions may contain line feeds, which
 * would forge lines, and control characters, which would control the terminal.
 */
public final class PrintableText {
  private PrintableText() {}

  /** Returns the text with line feeds, tabs and all other invisible characters escaped. */
  public static String line(String text) {
    return printable(text, false);
  }

  /** Escapes a text of several lines, whose line feeds stay. */
  public static String lines(String text) {
    return printable(text, true);
  }

  private static String printable(String text, boolean manyLines) {
    if (text.codePoints().noneMatch(PrintableText::isHidden)) {
      return text;
    }
    StringBuilder shown = new StringBuilder();
    text.codePoints()
        .forEach(
            character -> {
              if (manyLines && character == '\n') {
                shown.append('\n');
              } else {
                append(shown, character);
              }
            });
    return shown.toString();
  }

  private static void append(StringBuilder shown, int character) {
    switch (character) {
      case '\n' -> shown.append("\\n");
      case '\r' -> shown.append("\\r");
      case '\t' -> shown.append("\\t");
      default -> {
        if (isHidden(character)) {
          shown.append(String.format(Locale.ROOT, "\\u%04x", character));
        } else {
          shown.appendCodePoint(character);
        }
      }
    }
  }

  /**
   * Returns whether a code point is invisible: a control character, line separator, bidirectional
   * control or unpaired surrogate.
   */
  public static boolean isHidden(int character) {
    return switch (Character.getType(character)) {
      case Character.CONTROL,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR,
          Character.SURROGATE ->
          true;
      case Character.FORMAT ->
          (character >= 0x202a && character <= 0x202e)
              || (character >= 0x2066 && character <= 0x2069)
              || character == 0x200e
              || character == 0x200f
              || character == 0x061c;
      default -> false;
    };
  }
}
