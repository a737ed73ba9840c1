// SPDX-License-Identifier: Apache-2.0
package dev.falcon.eval.caption;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Splits captions into words as the Penn Treebank does: contractions apart ({@code do n't}, {@code
 * cat 's}), abbreviations with their period, all in lower case. What the usual evaluation of
 * captions removes as punctuation is removed.
 *
 * <p>This is a separate implementation of the treebank's conventions. It reproduces the tokenizer
 * of the reference (Stanford's, 3.4.1) for text that occurs in captions, but not all its rules.
 */
public final class PtbTokenizer {
  private static final Set<String> DROPPED =
      Set.of(
          "''", "'", "``", "`", "-LRB-", "-RRB-", "-LCB-", "-RCB-", ".", "?", "!", ",", ":", "-",
          "--", "...", ";");

  /** Abbreviations whose period belongs to them, wherever they occur. */
  private static final String ABBREVIATIONS =
      "(?i:jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec|mon|tues?|wed|thu|thurs|fri"
          + "|inc|cos?|corp|ltd|plc|dept|assn|univ|intl|jr|sr|bros|esq|etc|al|seq|bldg"
          + "|mrs?|ms|drs?|profs?|sens?|reps?|lt|col|gen|messrs|govs?|adm|rev|maj|sgt|cpl|pvt|capt"
          + "|ste?|ave|pres|lieut|hon|brig|mt|ft|vs)";

  private static final String LETTER = "[\\p{L}\\p{M}]";
  private static final String WORD = LETTER + "[\\p{L}\\p{M}\\p{N}]*";

  private static final Pattern TOKEN =
      Pattern.compile(
          String.join(
              "|",
              "https?://\\S+|www\\.\\S+[\\p{L}\\p{N}/]",
              "[\\w.+-]+@[\\w-]+(?:\\.[\\w-]+)+",
              // Single letters with periods: u.s., p.m., and initials.
              "(?<![\\p{L}\\p{N}])\\p{L}(?:\\.\\p{L})*\\.(?![\\p{L}\\p{N}])",
              "(?<![\\p{L}\\p{N}])" + ABBREVIATIONS + "\\.(?![\\p{L}\\p{N}])",
              // Words joined by an apostrophe: 'n', '90s, and the parts of contractions.
              "'[nN]'(?![\\p{L}])|'\\d\\ds?(?![\\p{L}\\p{N}])",
              "(?<=[\\p{L}\\p{N}.])'(?i:s|m|d|re|ve|ll)(?![\\p{L}])",
              "(?<=\\s|^)'(?i:s|m|d|re|ve|ll)(?![\\p{L}])",
              "(?i:n't)(?![\\p{L}])",
              "(?i:can(?=not(?!\\p{L}))|gon(?=na(?!\\p{L}))|got(?=ta(?!\\p{L}))"
                  + "|wan(?=na(?!\\p{L}))|lem(?=me(?!\\p{L}))|gim(?=me(?!\\p{L})))",
              "\\p{L}+(?=(?i:n't)(?!\\p{L}))",
              // Numbers, with further digits after a period, comma or colon.
              "\\d+(?:[.,:]\\d+)+",
              "\\d+/\\d+(?:/\\d+)*",
              // Words joined by hyphens.
              "[\\p{L}\\p{M}\\p{N}]+(?:-[\\p{L}\\p{M}\\p{N}]+)+",
              "\\p{L}+&\\p{L}+",
              "[\\p{L}\\p{N}]+(?:/[\\p{L}\\p{N}]+){1,2}(?![\\p{L}\\p{N}])",
              WORD + "(?:[.!?]" + WORD + ")*",
              "[\\p{L}\\p{M}\\p{N}]+",
              "\\.{3,}|-{2,}|[!?]+",
              "\\S"));

  private PtbTokenizer() {}

  /** Returns the words of a caption, without punctuation. */
  public static List<String> words(String caption) {
    return tokens(caption).stream().filter(token -> !DROPPED.contains(token)).toList();
  }

  /**
   * Returns the tokens of a caption, including punctuation; brackets as {@code -lrb-}, {@code
   * -rrb-}.
   */
  static List<String> tokens(String caption) {
    String text = caption.replace('\u2019', '\'').replace('\u2018', '`').replace("&amp;", "&");
    List<String> tokens = new ArrayList<>();
    Matcher matcher = TOKEN.matcher(text);
    while (matcher.find()) {
      tokens.add(written(matcher.group(), matcher.start(), text));
    }
    return tokens;
  }

  private static String written(String token, int at, String text) {
    boolean opens = at == 0 || " \t\n([{".indexOf(text.charAt(at - 1)) >= 0;
    boolean isBeforeBlank = at + 1 >= text.length() || text.charAt(at + 1) == ' ';
    return switch (token) {
      case "\"" -> opens && !isBeforeBlank ? "``" : "''";
      case "\u201c" -> "``";
      case "\u201d" -> "''";
      case "'" -> opens && !isBeforeBlank ? "`" : "'";
      case "(" -> "-lrb-";
      case ")" -> "-rrb-";
      case "[" -> "-lsb-";
      case "]" -> "-rsb-";
      case "{" -> "-lcb-";
      case "}" -> "-rcb-";
      case "\u2013", "\u2014" -> "--";
      case "\u2026" -> "...";
      default ->
          token.length() > 3 && token.startsWith("...")
              ? "..."
              : token.startsWith("---") ? "--" : token.toLowerCase(Locale.ROOT);
    };
  }
}
