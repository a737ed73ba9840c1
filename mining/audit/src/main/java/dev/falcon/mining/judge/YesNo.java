// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.judge;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The words of an answer.
 *
 * @param yes words that mean a match, in lower case
 * @param no words that mean no match, in lower case
 */
public record YesNo(Set<String> yes, Set<String> no) {
  /** The English words. */
  public static final YesNo ENGLISH =
      new YesNo(Set.of("yes", "true", "correct"), Set.of("no", "false", "incorrect"));

  private static final Pattern AROUND =
      Pattern.compile("^[\\s\"'*`.,:;!()\\[\\]]+|[\\s\"'*`.,:;!()\\[\\]]+$");

  public YesNo {
    yes = Set.copyOf(yes);
    no = Set.copyOf(no);
  }

  /** A token with which a model might have answered. */
  public record Token(String text, double logProbability) {}

  /**
   * The verdict of the tokens.
   *
   * @param probability the probability of a match, in [0, 1], among the tokens that are one of the
   *     words
   * @param mass the joint probability of these tokens, in [0, 1]
   */
  public record Verdict(double probability, double mass) {}

  /**
   * Sums the probabilities of all tokens that are a word of either side. If one side is not among
   * the tokens, its probability is at most that of the least likely token, and this bound is used.
   *
   * @return the verdict; empty if no token is such a word
   */
  public Optional<Verdict> verdict(List<Token> tokens) {
    double match = sum(tokens, yes);
    double none = sum(tokens, no);
    double mass = match + none;
    if (mass == 0) {
      return Optional.empty();
    }
    double least =
        tokens.stream()
            .mapToDouble(token -> StrictMath.exp(token.logProbability()))
            .min()
            .orElse(0);
    double above = match == 0 ? Math.min(least, none) : match;
    double below = none == 0 ? Math.min(least, match) : none;
    return Optional.of(new Verdict(above / (above + below), Math.min(1, mass)));
  }

  private static double sum(List<Token> tokens, Set<String> words) {
    return tokens.stream()
        .filter(token -> words.contains(word(token.text())))
        .mapToDouble(token -> StrictMath.exp(token.logProbability()))
        .sum();
  }

  /**
   * Returns the answer of a text that begins with one of the words: true for yes; empty for other
   * texts.
   */
  public Optional<Boolean> of(String text) {
    String first = word(text.strip().split("[\\s,.;:!]", 2)[0]);
    return yes.contains(first)
        ? Optional.of(true)
        : no.contains(first) ? Optional.of(false) : Optional.empty();
  }

  /**
   * Returns the word of a token, without the markers of byte pair encodings, quotation marks and
   * punctuation.
   */
  private static String word(String token) {
    String plain = token.replace('\u0120', ' ').replace('\u2581', ' ');
    return AROUND.matcher(plain).replaceAll("").toLowerCase(Locale.ROOT);
  }
}
