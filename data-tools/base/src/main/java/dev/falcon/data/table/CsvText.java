// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.table;

/**
 * Guards untrusted texts in CSV. A spreadsheet evaluates a field that starts with {@code =}, {@code
 * +}, {@code -}, {@code @}, a tab or a carriage return as a formula; an apostrophe in front marks
 * the field as text. A text that starts with apostrophes followed by such a character also gets one
 * more, so that every text is restored when it is read.
 */
public final class CsvText {
  private CsvText() {}

  /** Returns the text as it is written to a field. */
  public static String guarded(String text) {
    return isFormula(text) ? "'" + text : text;
  }

  /** Returns the text of a field. */
  public static String unguarded(String field) {
    return field.startsWith("'") && isFormula(field) ? field.substring(1) : field;
  }

  /** Returns whether a formula starts after zero or more apostrophes. */
  private static boolean isFormula(String text) {
    int at = 0;
    while (at < text.length() && text.charAt(at) == '\'') {
      at++;
    }
    return at < text.length() && "=+-@\t\r".indexOf(text.charAt(at)) >= 0;
  }
}
