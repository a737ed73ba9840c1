package dev.falcon.data.table.csv;

/**
 * Texts of strangers in CSV. A spreadsheet takes a field that begins with {@code =}, {@code +},
 * {@code -}, {@code @}, a tab or a carriage return for a formula and computes it; an apostrophe
 * before it makes it a text again. A text that begins with apostrophes and then such a character
 * has one more, so that all texts come back as they were.
 */
public final class CsvText {
  private CsvText() {}

  /** The text as it stands in a field. */
  public static String guarded(String text) {
    return isFormula(text) ? "'" + text : text;
  }

  /** The text that such a field means. */
  public static String unguarded(String field) {
    return field.startsWith("'") && isFormula(field) ? field.substring(1) : field;
  }

  /** Whether a formula begins after any number of apostrophes. */
  private static boolean isFormula(String text) {
    int at = 0;
    while (at < text.length() && text.charAt(at) == '\'') {
      at++;
    }
    return at < text.length() && "=+-@\t\r".indexOf(text.charAt(at)) >= 0;
  }
}
