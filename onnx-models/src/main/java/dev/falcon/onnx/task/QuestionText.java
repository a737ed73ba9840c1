package dev.falcon.onnx.task;

import java.util.Arrays;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * What ALBEF does to a question before the tokenizer sees it. It differs from what it does to a
 * caption: blanks within stay as they are, and so do those at the beginning.
 */
public final class QuestionText {
  private static final Pattern DELETED = Pattern.compile("[,.'!?\"()*#:;~]");
  private static final Pattern TRAILING = Pattern.compile(" +$");

  private QuestionText() {}

  /**
   * The question in lower case without punctuation, hyphens and slashes as blanks.
   *
   * @param mostWords what follows these words is cut off
   */
  public static String clean(String question, int mostWords) {
    String bare = DELETED.matcher(question.toLowerCase(Locale.ROOT)).replaceAll("");
    String spaced = bare.replace('-', ' ').replace('/', ' ');
    String[] words = TRAILING.matcher(spaced).replaceAll("").split(" ", -1);
    return Arrays.stream(words).limit(mostWords).collect(Collectors.joining(" "));
  }
}
