// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.scenes;

import java.util.Locale;

/** The vocabulary of the captions. */
public final class Words {
  public static final String ARTICLE = "a";
  public static final String ARTICLE_BEFORE_VOWEL = "an";
  public static final String AND = "and";
  public static final String AT = "at";
  public static final String ON = "on";
  public static final String THING = "thing";

  private Words() {}

  /** Returns the words of a constant: its name in lower case, with spaces for underscores. */
  public static String of(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  /** Returns the words preceded by their article. */
  public static String withArticle(String words) {
    boolean vowel = "aeiou".indexOf(words.charAt(0)) >= 0;
    return (vowel ? ARTICLE_BEFORE_VOWEL : ARTICLE) + " " + words;
  }
}
