// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli.internal.option;

import dev.falcon.data.RequestException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A command line in the words of today: {@code falcon lists} was {@code falcon mine --output
 * negatives --corpus}.
 *
 * @param words the words after {@code falcon}
 * @param advice which words to use, for a warning; empty if none have changed
 */
public record FormerWords(List<String> words, Optional<String> advice) {
  private static final String OUTPUT = "--output";
  private static final String CORPUS = "--corpus";
  private static final String LISTS = "negatives";

  public FormerWords {
    words = List.copyOf(words);
  }

  /**
   * Replaces former words.
   *
   * @throws RequestException if only a corpus is named, or only lists are requested
   */
  public static FormerWords of(List<String> given) {
    if (given.isEmpty() || !given.get(0).equals("mine")) {
      return new FormerWords(given, Optional.empty());
    }
    List<String> words = new ArrayList<>(List.of("lists"));
    boolean lists = false;
    boolean corpus = false;
    for (int i = 1; i < given.size(); i++) {
      String word = given.get(i);
      if (word.equals(OUTPUT) && i + 1 < given.size() && LISTS.equalsIgnoreCase(given.get(i + 1))) {
        lists = true;
        i++;
      } else if (word.equalsIgnoreCase(OUTPUT + "=" + LISTS)) {
        lists = true;
      } else {
        corpus |= word.equals(CORPUS) || word.startsWith(CORPUS + "=");
        words.add(word);
      }
    }
    if (corpus && !lists) {
      throw new RequestException("mine makes batches; for lists from a corpus, use falcon lists");
    }
    if (lists && !corpus) {
      throw new RequestException(
          "mine --output negatives was removed; falcon lists mines lists, from a whole corpus");
    }
    return lists
        ? new FormerWords(
            words,
            Optional.of(
                "mine --output negatives --corpus is now falcon lists, without these words; the"
                    + " next release does not know them"))
        : new FormerWords(given, Optional.empty());
  }
}
