package dev.falcon.data.scenes;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

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

  /** Every word that a caption can hold, in a fixed order. */
  static List<String> all() {
    Set<String> words =
        new LinkedHashSet<>(List.of(ARTICLE, ARTICLE_BEFORE_VOWEL, AND, AT, ON, THING));
    List<Enum<?>> constants = new ArrayList<>();
    constants.addAll(List.of(Shape.values()));
    constants.addAll(List.of(Colour.values()));
    constants.addAll(List.of(Size.values()));
    constants.addAll(List.of(Background.values()));
    constants.addAll(List.of(Half.values()));
    constants.addAll(List.of(Relation.values()));
    for (Enum<?> constant : constants) {
      words.addAll(List.of(of(constant).split(" ")));
    }
    return List.copyOf(words);
  }
}
