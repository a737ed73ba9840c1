package dev.falcon.eval.answer;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How the official VQA evaluation makes answers comparable, step by step and with its quirks:
 * "1,000" is "1000", "no.1" keeps its period, "none" is 0, and "5,000-7,000" becomes "50007000".
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

  /** The reference passes a flag, whose value is 32, in the place of the number of replacements. */
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

  /** Blanks at the ends off, line breaks and tabs to spaces: done to every answer. */
  public static String trimmed(String answer) {
    return answer.replace('\n', ' ').replace('\t', ' ').strip();
  }

  /** All steps: punctuation, then digits, articles and contractions. */
  public static String normalised(String answer) {
    return words(withoutPunctuation(trimmed(answer)));
  }

  /** Signs are deleted where one stands beside a blank, else they become a blank. */
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

  /** Lower case, numbers to ten as digits, no articles, contractions with their apostrophe. */
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
