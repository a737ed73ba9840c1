// SPDX-License-Identifier: Apache-2.0
package dev.falcon.eval.answer;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Normalises answers as the official VQA evaluation does, step by step and with its quirks: "1,000"
 * is "1000", "no.1" keeps its period, "none" is 0, and "5,000-7,000" becomes "50007000".
 */
public final class AnswerText {
  private static final String[] PUNCTUATION = {
    ";", "/", "[", "]", "\"", "{", "}", "(", ")", "=", "+", "\\", "_", "-", ">", "<", "@", "`", ",",
    "?", "!"
  };
  private static final Pattern COMMA_IN_NUMBER =
      Pattern.compile("\\d,\\d", Pattern.UNICODE_CHARACTER_CLASS);
  private static final Pattern PERIOD =
      Pattern.compile("\\.(?!\\d)", Pattern.UNICODE_CHARACTER_CLASS);

  /**
   * The number of periods that are replaced: the reference passes a flag with the value 32 in place
   * of this number.
   */
  private static final int MOST_PERIODS = 32;

  private static final Pattern BLANKS = Pattern.compile("\\s+", Pattern.UNICODE_CHARACTER_CLASS);
  private static final Set<String> ARTICLES = Set.of("a", "an", "the");
  private static final Map<String, String> NUMBERS =
      Map.ofEntries(
          Map.entry("none", "0"),
          Map.entry("zero", "0"),
          Map.entry("one", "1"),
          Map.entry("two", "2"),
          Map.entry("three", "3"),
          Map.entry("four", "4"),
          Map.entry("five", "5"),
          Map.entry("six", "6"),
          Map.entry("seven", "7"),
          Map.entry("eight", "8"),
          Map.entry("nine", "9"),
          Map.entry("ten", "10"));

  private AnswerText() {}

  /**
   * Returns an answer without blanks at its ends, and with line breaks and tabs replaced by spaces,
   * as is done to every answer.
   */
  public static String trimmed(String answer) {
    return answer.replace('\n', ' ').replace('\t', ' ').strip();
  }

  /** Returns an answer after all steps: punctuation, then digits, articles and contractions. */
  public static String normalised(String answer) {
    return words(withoutPunctuation(trimmed(answer)));
  }

  /**
   * Returns an answer without punctuation. A sign is deleted if it occurs next to a blank anywhere;
   * otherwise it becomes a blank.
   */
  static String withoutPunctuation(String answer) {
    boolean hasCommaInNumber = COMMA_IN_NUMBER.matcher(answer).find();
    String out = answer;
    for (String sign : PUNCTUATION) {
      boolean delete =
          hasCommaInNumber || answer.contains(sign + " ") || answer.contains(" " + sign);
      out = out.replace(sign, delete ? "" : " ");
    }
    Matcher period = PERIOD.matcher(out);
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < MOST_PERIODS && period.find(); i++) {
      period.appendReplacement(text, "");
    }
    return period.appendTail(text).toString();
  }

  /**
   * Returns an answer in lower case, with the numbers to ten as digits, without articles, and with
   * the apostrophes of contractions.
   */
  static String words(String answer) {
    List<String> words = new ArrayList<>();
    for (String word : BLANKS.split(answer.toLowerCase(Locale.ROOT), -1)) {
      String number = NUMBERS.getOrDefault(word, word);
      if (!number.isEmpty() && !ARTICLES.contains(number)) {
        words.add(Contractions.restore(number));
      }
    }
    return String.join(" ", words);
  }
}
