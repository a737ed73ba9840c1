package dev.falcon.data.table;

/**
 * Untrusted texts in CSV. A spreadsheet takes a field that starts with {@code =}, {@code +}, {@code
 * -}, {@code @}, a tab or a carriage return for a formula and evaluates it; an apostrophe before it
 * marks it as text. A text that starts with apostrophes and then such a character gets one more, so
 * that all texts are restored on reading.
 */
public final class CsvText {
  private CsvText() {}

  /** The text as written to a field. */
  public static String guarded(String text) {
    return isFormula(text) ? "'" + text : text;
  }

  /** The text of a field. */
  public static String unguarded(String field) {
    return field.startsWith("'") && isFormula(field) ? field.substring(1) : field;
  }

  /** Returns whether a formula starts after any number of apostrophes. */
  private static boolean isFormula(String text) {
    int at = 0;
    while (at < text.length() && text.charAt(at) == '\'') {
      at++;
    }
    return at < text.length() && "=+-@\t\r".indexOf(text.charAt(at)) >= 0;
  }
}
