package dev.falcon.data;

/**
 * Texts of strangers - keys, captions, file names - made fit for one line of a terminal. What would
 * steer the terminal, begin a new line or turn the direction of writing becomes visible.
 */
public final class PrintableText {
  private PrintableText() {}

  /** The text with every such character in Java's notation, such as {@code \\u001b}. */
  public static String line(String text) {
    if (text.chars().noneMatch(c -> steers((char) c))) {
      return text;
    }
    StringBuilder out = new StringBuilder(text.length() + 16);
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (steers(c)) {
        out.append(
            switch (c) {
              case '\n' -> "\\n";
              case '\r' -> "\\r";
              case '\t' -> "\\t";
              default -> String.format("\\u%04x", (int) c);
            });
      } else {
        out.append(c);
      }
    }
    return out.toString();
  }

  /** Whether a character steers what shows it instead of being shown. */
  public static boolean steers(char c) {
    boolean control = Character.isISOControl(c);
    boolean separator = c == '\u2028' || c == '\u2029';
    boolean direction =
        c == '\u061c'
            || c == '\u200e'
            || c == '\u200f'
            || (c >= '\u202a' && c <= '\u202e')
            || (c >= '\u2066' && c <= '\u2069');
    return control || separator || direction;
  }
}
