// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.internal.text;

import java.text.Normalizer;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Repairs text as the open_clip tokenizers do: ftfy's {@code fix_text} with its defaults, HTML
 * unescaped twice, white space collapsed. The order of the steps, and their repetition until
 * nothing changes, affect the resulting ids.
 */
public final class TextRepair {
  private static final Pattern TERMINAL_ESCAPE = Pattern.compile("\u001b\\[[0-9;]*[a-zA-Z]");
  private static final Pattern SINGLE_QUOTES = Pattern.compile("[\u02bc\u2018-\u201b]");
  private static final Pattern DOUBLE_QUOTES = Pattern.compile("[\u201c-\u201f]");
  private static final Pattern LINE_BREAKS = Pattern.compile("\r\n|[\r\u2028\u2029\u0085]");
  private static final Pattern LONE_SURROGATES = Pattern.compile("[\ud800-\udfff]");
  private static final Pattern WHITE_SPACE =
      Pattern.compile("\\s+", Pattern.UNICODE_CHARACTER_CLASS);

  private static final Pattern OUTER_WHITE_SPACE =
      Pattern.compile("^\\s+|\\s+\\z", Pattern.UNICODE_CHARACTER_CLASS);

  /**
   * Control characters that are removed; tab, line feed, form feed and carriage return are kept.
   */
  private static final Pattern CONTROLS =
      Pattern.compile("[\u0000-\u0008\u000b\u000e-\u001f\u007f\u206a-\u206f\ufeff\ufff9-\ufffc]");

  private static final Map<Character, String> LIGATURES =
      Map.ofEntries(
          Map.entry('\u0132', "IJ"),
          Map.entry('\u0133', "ij"),
          Map.entry('\u0149', "\u02bcn"),
          Map.entry('\u01c4', "D\u017d"),
          Map.entry('\u01c5', "D\u017e"),
          Map.entry('\u01c6', "d\u017e"),
          Map.entry('\u01c7', "LJ"),
          Map.entry('\u01c8', "Lj"),
          Map.entry('\u01c9', "lj"),
          Map.entry('\u01ca', "NJ"),
          Map.entry('\u01cb', "Nj"),
          Map.entry('\u01cc', "nj"),
          Map.entry('\u01f1', "DZ"),
          Map.entry('\u01f2', "Dz"),
          Map.entry('\u01f3', "dz"),
          Map.entry('\ufb00', "ff"),
          Map.entry('\ufb01', "fi"),
          Map.entry('\ufb02', "fl"),
          Map.entry('\ufb03', "ffi"),
          Map.entry('\ufb04', "ffl"),
          Map.entry('\ufb05', "\u017ft"),
          Map.entry('\ufb06', "st"));

  private TextRepair() {}

  /** Applies ftfy's repairs, then unescapes HTML twice, then strips the ends. */
  public static String basicClean(String text) {
    return strip(HtmlEntities.unescape(HtmlEntities.unescape(repair(text))));
  }

  /** Collapses every run of white space to one blank, and strips the ends. */
  public static String collapseWhiteSpace(String text) {
    return strip(WHITE_SPACE.matcher(text).replaceAll(" "));
  }

  /** Converts to lower case, independently of the locale. */
  public static String lower(String text) {
    return text.toLowerCase(Locale.ROOT);
  }

  /** Strips white space at both ends. */
  public static String strip(String text) {
    return OUTER_WHITE_SPACE.matcher(text).replaceAll("");
  }

  /** Applies ftfy's default repairs, line by line. */
  public static String repair(String text) {
    if (isPlain(text)) {
      return text;
    }
    StringBuilder repaired = new StringBuilder();
    // A tag anywhere marks the text as HTML, whose character references are kept.
    boolean unescape = true;
    int start = 0;
    while (start < text.length()) {
      int newline = text.indexOf('\n', start);
      int end = newline < 0 ? text.length() : newline + 1;
      String line = text.substring(start, end);
      unescape &= line.indexOf('<') < 0;
      repaired.append(repairLine(line, unescape));
      start = end;
    }
    return repaired.toString();
  }

  /** Returns whether no repair can change the text: printable ASCII without an ampersand. */
  private static boolean isPlain(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c > 0x7e || c == '&' || (c < 0x20 && c != '\t' && c != '\n')) {
        return false;
      }
    }
    return true;
  }

  private static String repairLine(String line, boolean unescape) {
    String text = line;
    while (true) {
      String before = text;
      if (unescape) {
        text = HtmlEntities.unescapeStrictly(text);
      }
      text = Mojibake.repair(text);
      text = ligaturesAndWidths(text);
      text = SINGLE_QUOTES.matcher(text).replaceAll("'");
      text = DOUBLE_QUOTES.matcher(text).replaceAll("\"");
      text = LINE_BREAKS.matcher(text).replaceAll("\n");
      text = LONE_SURROGATES.matcher(text).replaceAll("\ufffd");
      text = TERMINAL_ESCAPE.matcher(text).replaceAll("");
      text = CONTROLS.matcher(text).replaceAll("");
      text = Normalizer.normalize(text, Normalizer.Form.NFC);
      if (text.equals(before)) {
        return text;
      }
    }
  }

  private static String ligaturesAndWidths(String text) {
    StringBuilder out = new StringBuilder(text.length());
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      String parts = LIGATURES.get(c);
      if (parts != null) {
        out.append(parts);
      } else if (c == '\u3000') {
        out.append(' ');
      } else if (c > '\uff00' && c < '\ufff0') {
        out.append(Normalizer.normalize(String.valueOf(c), Normalizer.Form.NFKC));
      } else {
        out.append(c);
      }
    }
    return out.toString();
  }
}
