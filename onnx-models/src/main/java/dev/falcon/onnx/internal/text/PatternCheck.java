// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.internal.text;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Accepts only regular expressions whose search takes, from each position of a text, a number of
 * steps at most proportional to the text's length. The tokenizer's library ends the process if a
 * search backtracks too often. Since it cannot be predicted for which caption that would happen,
 * other expressions are refused when the file is read.
 *
 * <p>An expression is accepted if it has at most one unbounded repetition that can backtrack,
 * repeats only groups of fixed length, has at most {@value #MOST_WAYS} ways through all optional
 * parts and alternatives, and has no back references and no calls. The published tokenizers (GPT-2,
 * CLIP, Llama, Qwen, GPT-4, Bloom, T5) satisfy this.
 */
final class PatternCheck {
  private static final int MOST_CHARACTERS = 4000;
  private static final int MOST_DEPTH = 10;
  private static final int MOST_REPEATS = 1000;
  private static final int MOST_WAYS = 256;
  private static final int MOST_LENGTH = 10_000;
  private static final String TWICE = "repeats without a bound more than once before what may fail";
  private static final Pattern BRACES = Pattern.compile("\\{(\\d{0,5})(,?)(\\d{0,5})}");
  private static final Pattern ESCAPE =
      Pattern.compile(
          "\\\\(?:[pP]\\{\\^?[A-Za-z0-9_ -]{1,60}}|x\\{[0-9a-fA-F]{1,6}}|x[0-9a-fA-F]{2}"
              + "|u[0-9a-fA-F]{4}|[sSdDwWhHrntfvae]|[^A-Za-z0-9])",
          Pattern.DOTALL);
  private static final Pattern ANCHOR = Pattern.compile("\\\\[bBAzZ]|[$^]");
  private static final Pattern OPENING =
      Pattern.compile("\\((\\?(:|=|!|<=|<!|>|[im]{1,2}(-[im]{1,2})?:))?");

  private final String text;
  private int at;

  private PatternCheck(String text) {
    this.text = text;
  }

  /** Thrown for an expression that is not accepted; the message is the reason. */
  static final class Refused extends Exception {
    private static final long serialVersionUID = 1L;

    Refused(String reason) {
      super(reason);
    }
  }

  /**
   * A part of an expression.
   *
   * @param min the minimum number of characters matched
   * @param fixed whether it always matches exactly this many
   * @param mayFail whether a search can fail in it
   * @param unbounded whether it repeats without a bound and can backtrack
   * @param ways the number of ways to match, where an unbounded repetition counts once
   * @param inner its content, if it is a group
   */
  private record Part(
      int min,
      boolean fixed,
      boolean mayFail,
      boolean unbounded,
      long ways,
      List<List<Part>> inner) {
    static final Part CHARACTER = new Part(1, true, true, false, 1, List.of());
    static final Part ANCHOR = new Part(0, true, true, false, 1, List.of());
  }

  /**
   * The cost of a search.
   *
   * @param fewest the minimum number of characters matched by the expression
   * @param steps the maximum number of steps from one position, per character of the text; 0 if the
   *     number does not depend on the text's length
   */
  record Cost(int fewest, long steps) {}

  /** Checks an expression. */
  static Cost of(String expression) throws Refused {
    if (expression.length() > MOST_CHARACTERS) {
      throw new Refused("is longer than " + MOST_CHARACTERS + " characters");
    }
    String text = expression.startsWith("(?i)") ? expression.substring(4) : expression;
    PatternCheck check = new PatternCheck(text);
    List<List<Part>> alternatives = check.alternatives(0);
    if (check.at < text.length()) {
      throw new Refused("closes a group that is not open");
    }
    int backtracking = backtracking(alternatives, false);
    if (backtracking > 1) {
      throw new Refused(TWICE);
    }
    long ways = alternatives.stream().mapToLong(PatternCheck::ways).max().orElse(1);
    if (ways > MOST_WAYS) {
      throw new Refused("can match in more than " + MOST_WAYS + " ways");
    }
    return new Cost(min(alternatives), backtracking * ways);
  }

  private List<List<Part>> alternatives(int depth) throws Refused {
    if (depth > MOST_DEPTH) {
      throw new Refused("has groups nested more than " + MOST_DEPTH + " deep");
    }
    List<List<Part>> all = new ArrayList<>();
    List<Part> sequence = new ArrayList<>();
    while (at < text.length() && text.charAt(at) != ')') {
      if (text.charAt(at) == '|') {
        at++;
        all.add(sequence);
        sequence = new ArrayList<>();
      } else {
        sequence.add(repeated(part(depth)));
      }
    }
    all.add(sequence);
    return all;
  }

  private Part part(int depth) throws Refused {
    if (taken(ANCHOR) != null) {
      return Part.ANCHOR;
    }
    char first = text.charAt(at);
    switch (first) {
      case '(' -> {
        return group(depth);
      }
      case '[' -> characterClass(0);
      case '\\' -> {
        if (taken(ESCAPE) == null) {
          throw new Refused("uses '" + text.substring(at, Math.min(text.length(), at + 2)) + "'");
        }
      }
      case '*', '+', '?' -> throw new Refused("repeats a repetition");
      default -> {
        if (first == '{' && BRACES.matcher(text).region(at, text.length()).lookingAt()) {
          throw new Refused("repeats a repetition");
        }
        at += Character.charCount(text.codePointAt(at));
      }
    }
    return Part.CHARACTER;
  }

  private Part group(int depth) throws Refused {
    Matcher opening = taken(OPENING);
    if (opening == null || (at < text.length() && text.charAt(at) == '?')) {
      throw new Refused("uses a kind of group that is not accepted");
    }
    List<List<Part>> inner = alternatives(depth + 1);
    if (at >= text.length()) {
      throw new Refused("does not close a group");
    }
    at++;
    long ways = inner.stream().mapToLong(PatternCheck::ways).sum();
    String kind = opening.group(2);
    if (kind != null && List.of("=", "!", "<=", "<!").contains(kind)) {
      if (backtracking(inner, true) > 1) {
        throw new Refused(TWICE);
      }
      return new Part(0, true, true, backtracking(inner, true) > 0, ways, List.of());
    }
    int min = min(inner);
    boolean fixed =
        inner.size() == 1
            && inner.get(0).stream().allMatch(part -> part.fixed() && part.ways() == 1);
    boolean mayFail = inner.stream().allMatch(each -> each.stream().anyMatch(Part::mayFail));
    return new Part(min, fixed, mayFail, false, Math.min(ways, MOST_WAYS + 1), inner);
  }

  /** Skips a class of characters, which may be nested. */
  private void characterClass(int depth) throws Refused {
    at++;
    if (at < text.length() && text.charAt(at) == '^') {
      at++;
    }
    boolean empty = true;
    while (at < text.length() && (text.charAt(at) != ']' || empty)) {
      if (text.charAt(at) == ']' || depth > MOST_DEPTH) {
        throw new Refused("has a class of characters that is not accepted");
      }
      empty = false;
      if (text.charAt(at) == '[') {
        characterClass(depth + 1);
      } else if (text.charAt(at) == '\\') {
        if (taken(ESCAPE) == null) {
          throw new Refused("has a class of characters that is not accepted");
        }
      } else {
        at++;
      }
    }
    if (at >= text.length()) {
      throw new Refused("does not close a class of characters");
    }
    at++;
  }

  private Part repeated(Part part) throws Refused {
    if (at >= text.length()) {
      return part;
    }
    int min;
    int max;
    Matcher braces = BRACES.matcher(text).region(at, text.length());
    char sign = text.charAt(at);
    boolean counted =
        sign == '{'
            && braces.lookingAt()
            && !(braces.group(1).isEmpty() && braces.group(3).isEmpty());
    if (counted) {
      min = number(braces.group(1), 0);
      max = braces.group(2).isEmpty() ? min : number(braces.group(3), Integer.MAX_VALUE);
      at = braces.end();
    } else if (sign == '*' || sign == '+' || sign == '?') {
      min = sign == '+' ? 1 : 0;
      max = sign == '?' ? 1 : Integer.MAX_VALUE;
      at++;
      counted = false;
    } else {
      return part;
    }
    boolean possessive = false;
    if (at < text.length() && text.charAt(at) == '?') {
      at++;
      min = counted && min == max ? 0 : min;
    } else if (at < text.length() && text.charAt(at) == '+' && !counted) {
      possessive = true;
      at++;
    }
    return times(part, min, max, possessive);
  }

  private static int number(String digits, int otherwise) throws Refused {
    if (digits.isEmpty()) {
      return otherwise;
    }
    int number = Integer.parseInt(digits);
    if (number > MOST_REPEATS) {
      throw new Refused("repeats more than " + MOST_REPEATS + " times");
    }
    return number;
  }

  private static Part times(Part part, int min, int max, boolean possessive) throws Refused {
    if (min > max) {
      throw new Refused("repeats more often at the least than at the most");
    }
    boolean once = max <= 1;
    if (!once && (!part.fixed() || part.min() == 0 || part.unbounded())) {
      throw new Refused("repeats what has no fixed length");
    }
    if ((long) part.min() * Math.max(1, min) > MOST_LENGTH) {
      throw new Refused("matches no fewer than " + MOST_LENGTH + " characters");
    }
    boolean unbounded = max == Integer.MAX_VALUE;
    long ways = unbounded || possessive ? part.ways() : part.ways() + (max - min);
    return new Part(
        part.min() * min,
        part.fixed() && min == max,
        part.mayFail() && min > 0,
        unbounded && !possessive,
        ways,
        once ? part.inner() : List.of());
  }

  /**
   * Returns the maximum number, over the alternatives, of unbounded repetitions that can backtrack.
   */
  private static int backtracking(List<List<Part>> alternatives, boolean failsAfter) {
    int most = 0;
    for (List<Part> sequence : alternatives) {
      int count = 0;
      boolean fails = failsAfter;
      for (int i = sequence.size() - 1; i >= 0; i--) {
        Part part = sequence.get(i);
        count += part.unbounded() && (fails || (part.min() == 0 && part.mayFail())) ? 1 : 0;
        count += backtracking(part.inner(), fails);
        fails |= part.mayFail();
      }
      most = Math.max(most, count);
    }
    return most;
  }

  private static long ways(List<Part> sequence) {
    long ways = 1;
    for (Part part : sequence) {
      ways = Math.min(ways * part.ways(), MOST_WAYS + 1L);
    }
    return ways;
  }

  private static int min(List<List<Part>> alternatives) throws Refused {
    int least = MOST_LENGTH;
    for (List<Part> sequence : alternatives) {
      least = Math.min(least, sequence.stream().mapToInt(Part::min).sum());
      if (sequence.size() > MOST_CHARACTERS) {
        throw new Refused("is too long");
      }
    }
    return least;
  }

  private Matcher taken(Pattern pattern) {
    Matcher matcher = pattern.matcher(text).region(at, text.length());
    if (!matcher.lookingAt()) {
      return null;
    }
    at = matcher.end();
    return matcher;
  }
}
