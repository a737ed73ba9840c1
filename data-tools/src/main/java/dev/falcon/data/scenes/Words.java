package dev.falcon.data.scenes;

import java.util.Locale;

/** The words of the captions' language. */
final class Words {
  static final String ARTICLE = "a";
  static final String ARTICLE_BEFORE_VOWEL = "an";
  static final String AND = "and";
  static final String AT = "at";
  static final String ON = "on";
  static final String THING = "thing";

  private Words() {}

  /** The words of a constant: its name in lower case, with spaces for underscores. */
  static String of(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  /** The words behind their article. */
  static String withArticle(String words) {
    boolean vowel = "aeiou".indexOf(words.charAt(0)) >= 0;
    return (vowel ? ARTICLE_BEFORE_VOWEL : ARTICLE) + " " + words;
  }
}
