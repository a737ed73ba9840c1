package dev.falcon.cli.internal;

/**
 * Text of a user's data as a line on a terminal may hold it. Keys and captions may hold line feeds,
 * which would forge lines, and control characters, which would steer the terminal.
 */
public final class Printable {
  private Printable() {}

  /** The text with line feeds, tabs and all else that is not to be seen written out. */
  public static String of(String text) {
    if (text.codePoints().noneMatch(Printable::isHidden)) {
      return text;
    }
    StringBuilder shown = new StringBuilder();
    text.codePoints().forEach(character -> append(shown, character));
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
  private static boolean isHidden(int character) {
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
              || character == 0x200f;
      default -> false;
    };
  }
}
