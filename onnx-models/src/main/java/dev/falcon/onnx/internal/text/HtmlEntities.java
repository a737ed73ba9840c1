// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.internal.text;

import dev.falcon.data.file.Resources;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Replaces HTML character references in either of two ways: as browsers do, even without the
 * semicolon, or strictly, for text that is probably not HTML.
 */
final class HtmlEntities {
  private static final Pattern LENIENT =
      Pattern.compile("&(#[0-9]+;?|#[xX][0-9a-fA-F]+;?|[^\t\n\f <&#;]{1,32};?)");
  private static final Pattern STRICT = Pattern.compile("&(#?[0-9A-Za-z]{1,24};)");

  /** The names of HTML 5, with their semicolon or, if HTML allows that, without it. */
  private static final Map<String, String> BY_NAME = read();

  /** The characters for the numbers 0x80 to 0x9f in browsers, which are those of Windows-1252. */
  private static final String C1_REPLACEMENTS =
      "\u20ac\u0081\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\u008d\u017d"
          + "\u008f\u0090\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153"
          + "\u009d\u017e\u0178";

  private HtmlEntities() {}

  private static Map<String, String> read() {
    Map<String, String> characters = new HashMap<>();
    for (String line : Resources.text(HtmlEntities.class, "html-entities.txt").lines().toList()) {
      int blank = line.indexOf(' ');
      StringBuilder character = new StringBuilder();
      for (String code : line.substring(blank + 1).split(" ", -1)) {
        character.appendCodePoint(Integer.parseInt(code, 16));
      }
      characters.put(line.substring(0, blank), character.toString());
    }
    return Map.copyOf(characters);
  }

  /** Replaces every reference that a browser would. */
  static String unescape(String text) {
    if (text.indexOf('&') < 0) {
      return text;
    }
    return LENIENT
        .matcher(text)
        .replaceAll(match -> Matcher.quoteReplacement(lenient(match.group(1))));
  }

  private static String lenient(String reference) {
    if (reference.charAt(0) == '#') {
      return number(reference);
    }
    String exact = BY_NAME.get(reference);
    if (exact != null) {
      return exact;
    }
    for (int end = reference.length() - 1; end > 1; end--) {
      String prefix = BY_NAME.get(reference.substring(0, end));
      if (prefix != null) {
        return prefix + reference.substring(end);
      }
    }
    return "&" + reference;
  }

  /**
   * Replaces only references that end in a semicolon. An upper-case name that HTML does not define
   * is replaced by the capital letter, since text is often converted to upper case after it was
   * escaped.
   */
  static String unescapeStrictly(String text) {
    if (text.indexOf('&') < 0) {
      return text;
    }
    return STRICT
        .matcher(text)
        .replaceAll(match -> Matcher.quoteReplacement(strict(match.group(1))));
  }

  private static String strict(String reference) {
    if (reference.charAt(0) == '#') {
      return reference.matches("#([0-9]+|[xX][0-9a-fA-F]+);") ? number(reference) : "&" + reference;
    }
    String exact = BY_NAME.get(reference);
    if (exact != null) {
      return exact;
    }
    String lower = reference.toLowerCase(Locale.ROOT);
    boolean capitals = reference.equals(lower.toUpperCase(Locale.ROOT));
    if (capitals && BY_NAME.containsKey(lower) && lenient(reference).equals("&" + reference)) {
      return BY_NAME.get(lower).toUpperCase(Locale.ROOT);
    }
    return "&" + reference;
  }

  private static String number(String reference) {
    String digits = reference.replace(";", "").substring(1);
    boolean hexadecimal = digits.charAt(0) == 'x' || digits.charAt(0) == 'X';
    String significant = (hexadecimal ? digits.substring(1) : digits).replaceFirst("^0+", "");
    if (significant.length() > 7) {
      return "\ufffd";
    }
    int code = significant.isEmpty() ? 0 : Integer.parseInt(significant, hexadecimal ? 16 : 10);
    if (code >= 0x80 && code <= 0x9f) {
      return C1_REPLACEMENTS.substring(code - 0x80, code - 0x7f);
    }
    if (code == 0 || (code >= 0xd800 && code <= 0xdfff) || code > 0x10ffff) {
      return "\ufffd";
    }
    boolean control = code < 0x20 && code != '\t' && code != '\n' && code != '\f' && code != '\r';
    boolean nonCharacter = (code & 0xfffe) == 0xfffe || (code >= 0xfdd0 && code <= 0xfdef);
    return control || code == 0x7f || code == 0xb || nonCharacter ? "" : Character.toString(code);
  }
}
