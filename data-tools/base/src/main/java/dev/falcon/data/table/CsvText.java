// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.table;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Texts in CSV: guards untrusted ones, and reads those of numbers. A spreadsheet evaluates a field
 * that starts with {@code =}, {@code +}, {@code -}, {@code @}, a tab or a carriage return as a
 * formula; an apostrophe in front marks the field as text. A text that starts with apostrophes
 * followed by such a character also gets one more, so that every text is restored when it is read.
 */
public final class CsvText {
  private static final Pattern NO_NUMBER =
      Pattern.compile("([+-]?)(?:nan|(inf(?:inity)?))", Pattern.CASE_INSENSITIVE);

  private CsvText() {}

  /** Returns the text as it is written to a field. */
  public static String guarded(String text) {
    return isFormula(text) ? "'" + text : text;
  }

  /** Returns the text of a field. */
  public static String unguarded(String field) {
    return field.startsWith("'") && isFormula(field) ? field.substring(1) : field;
  }

  /**
   * Returns the number of a text, as Java writes it or as Python does, whose {@code nan}, {@code
   * inf} and {@code -inf} are not Java's.
   *
   * @throws NumberFormatException if it is no number
   */
  public static double number(String text) {
    return Double.parseDouble(javaNumber(text));
  }

  /** Returns the same, rounded once to a float. */
  public static float single(String text) {
    return Float.parseFloat(javaNumber(text));
  }

  private static String javaNumber(String text) {
    Matcher python = NO_NUMBER.matcher(text.strip());
    if (!python.matches()) {
      return text;
    }
    return python.group(2) == null ? "NaN" : python.group(1) + "Infinity";
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
