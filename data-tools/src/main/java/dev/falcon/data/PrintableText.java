package dev.falcon.data;

/**
 * Text of a user's data as a line on a terminal may hold it. Keys and captions may hold line feeds,
 * which would forge lines, and control characters, which would steer the terminal.
 */
public final class PrintableText {
  private PrintableText() {}

  /** The text with line feeds, tabs and all else that is not to be seen written out. */
  public static String line(String text) {
    return printable(text, false);
  }

  /** The same of a text of several lines, whose line feeds stay. */
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
          shown.append("\\u%04x".formatted(character));
        } else {
          shown.appendCodePoint(character);
        }
      }
    }
  }

  /** Control characters, line separators, what turns the direction, halves of characters. */
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
