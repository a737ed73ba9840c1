// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.internal.text;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Repairs UTF-8 that was decoded as Latin-1 or Windows-1252, and C1 control characters that were
 * meant to be Windows-1252's punctuation.
 *
 * <p>Text is changed only at sequences of characters that are valid UTF-8 when encoded in the wrong
 * encoding and are hardly ever intended, such as {@code Ã©} for é. If a line has such a sequence
 * and can be decoded as a whole, the whole line is decoded; otherwise the sequences are decoded one
 * by one. Other wrong encodings (Windows-1250, 1251, MacRoman, code page 437) and lost bytes are
 * left unchanged.
 */
final class Mojibake {
  /**
   * The characters of bytes 0x80 to 0x9f in Windows-1252; the five undefined bytes as in Latin-1.
   */
  private static final String WINDOWS_1252 =
      "\u20ac\u0081\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\u008d\u017d"
          + "\u008f\u0090\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153"
          + "\u009d\u017e\u0178";

  private static final Map<Character, Integer> BYTES = new HashMap<>();

  /** A character for a byte 0x80 to 0xbf, that is, for a continuation byte of a UTF-8 sequence. */
  private static final String LATER = "[\u0080-\u00bf" + WINDOWS_1252 + "]";

  /** Punctuation that may end a word with the letter before it. */
  private static final String PUNCTUATION =
      "\u00a0\u00a9\u00ab\u00ae\u00b4\u00b7\u00bb\u2013\u2014\u2018-\u201e\u2020\u2021\u2026\u2039"
          + "\u203a\u2122";

  private static final Pattern SEQUENCE =
      Pattern.compile(
          "[\u00c2-\u00df]"
              + LATER
              + "|[\u00e0-\u00ef]"
              + LATER
              + "{2}|[\u00f0-\u00f4]"
              + LATER
              + "{3}");

  /** Letters that hardly ever end a word, and the first of four: &Acirc; &Atilde; &Icirc; &ETH;. */
  private static final String ALWAYS_ODD = "\u00c2\u00c3\u00ce\u00d0\u00f0";

  private static final Pattern ODD_LATER = Pattern.compile("[^" + PUNCTUATION + "]");

  static {
    for (int i = 0; i < WINDOWS_1252.length(); i++) {
      BYTES.put(WINDOWS_1252.charAt(i), 0x80 + i);
    }
    for (char c = 0; c <= 0xff; c++) {
      BYTES.putIfAbsent(c, (int) c);
    }
  }

  private Mojibake() {}

  static String repair(String text) {
    String current = text;
    while (true) {
      String next = step(current);
      if (next.equals(current)) {
        return windowsPunctuation(current);
      }
      current = next;
    }
  }

  private static String step(String text) {
    Matcher matcher = SEQUENCE.matcher(text);
    boolean found = matcher.results().anyMatch(Mojibake::isOdd);
    if (!found) {
      return text;
    }
    String whole = decode(text);
    if (whole != null) {
      return whole;
    }
    return SEQUENCE
        .matcher(text)
        .replaceAll(
            sequence -> {
              String decoded = isOdd(sequence) ? decode(sequence.group()) : null;
              return Matcher.quoteReplacement(decoded == null ? sequence.group() : decoded);
            });
  }

  /** Returns whether a sequence is hardly ever intended. */
  private static boolean isOdd(MatchResult sequence) {
    String characters = sequence.group();
    return characters.startsWith("\u00e2\u20ac")
        || ALWAYS_ODD.indexOf(characters.charAt(0)) >= 0
        || ODD_LATER.matcher(characters.substring(1)).find();
  }

  /**
   * Returns the text encoded in Windows-1252 and decoded as UTF-8; null if either is impossible.
   */
  private static String decode(String text) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(text.length());
    for (int i = 0; i < text.length(); i++) {
      Integer code = BYTES.get(text.charAt(i));
      if (code == null) {
        return null;
      }
      bytes.write(code);
    }
    try {
      return StandardCharsets.UTF_8
          .newDecoder()
          .decode(ByteBuffer.wrap(bytes.toByteArray()))
          .toString();
    } catch (CharacterCodingException e) {
      return null;
    }
  }

  private static String windowsPunctuation(String text) {
    StringBuilder out = new StringBuilder(text.length());
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      out.append(c >= 0x80 && c <= 0x9f ? WINDOWS_1252.charAt(c - 0x80) : c);
    }
    return out.toString();
  }
}
