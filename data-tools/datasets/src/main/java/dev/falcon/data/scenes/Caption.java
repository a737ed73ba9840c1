// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.scenes;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * A statement about a scene. It is true if the scene contains distinct objects, one for each
 * description, that satisfy everything stated; so "a red ring" is true of every scene with a red
 * ring, whatever else is in it.
 *
 * <p>The text contains the whole caption: {@link CaptionParser#parse} returns an equal one, so
 * truth can be decided from text and scene alone.
 *
 * @param descriptions 1 to 3 objects
 * @param relation the position of the first object relative to the second, or null; requires two
 *     descriptions
 * @param background the background, or null if it is not stated
 */
public record Caption(List<Description> descriptions, Relation relation, Background background) {
  /** The number of levels of specificity. */
  public static final int LEVELS = 6;

  private static final List<String> VOCABULARY = words();

  public Caption {
    descriptions = List.copyOf(descriptions);
    if (descriptions.isEmpty() || descriptions.size() > Scene.MAX_OBJECTS) {
      throw new IllegalArgumentException("a caption has 1 to 3 objects: " + descriptions.size());
    }
    if (relation != null && descriptions.size() < 2) {
      throw new IllegalArgumentException("a relation needs two objects");
    }
  }

  /**
   * Returns every word that captions contain, in a fixed order, without special tokens such as
   * padding.
   */
  public static List<String> vocabulary() {
    return VOCABULARY;
  }

  private static List<String> words() {
    Set<String> words =
        new LinkedHashSet<>(
            List.of(
                Words.ARTICLE,
                Words.ARTICLE_BEFORE_VOWEL,
                Words.AND,
                Words.AT,
                Words.ON,
                Words.THING));
    List<Enum<?>> constants = new ArrayList<>();
    constants.addAll(List.of(Shape.values()));
    constants.addAll(List.of(Colour.values()));
    constants.addAll(List.of(Size.values()));
    constants.addAll(List.of(Background.values()));
    constants.addAll(List.of(Half.values()));
    constants.addAll(List.of(Relation.values()));
    for (Enum<?> constant : constants) {
      words.addAll(List.of(Words.of(constant).split(" ")));
    }
    return List.copyOf(words);
  }

  /**
   * Returns how specific the caption is, from 0 to 5: 0 names a shape or a colour, 1 both, 2 also a
   * size or a half, 3 two objects, 4 also their relation and the size of one of them, 5 all objects
   * and the background.
   */
  public int level() {
    if (background != null || descriptions.size() == Scene.MAX_OBJECTS) {
      return 5;
    }
    if (descriptions.size() == 2) {
      return relation == null ? 3 : 4;
    }
    return Math.min(2, Math.max(0, descriptions.get(0).stated() - 1));
  }

  /**
   * Returns the English text, at most 14 words: "a small red ring left of a blue bar". Level 5
   * omits articles to stay short: "small red ring above large blue bar and small pink cross on
   * grey".
   */
  public String text() {
    boolean articles = level() < 5;
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < descriptions.size(); i++) {
      if (i > 0) {
        text.append(' ')
            .append(i == 1 && relation != null ? relation.words() : Words.AND)
            .append(' ');
      }
      String description = descriptions.get(i).text();
      text.append(articles ? Words.withArticle(description) : description);
    }
    if (background != null) {
      text.append(' ').append(Words.ON).append(' ').append(background.word());
    }
    return text.toString();
  }

  /** Returns whether the caption is true of the scene. */
  public boolean matches(Scene scene) {
    return (background == null || background == scene.background())
        && assign(scene, new int[descriptions.size()], 0);
  }

  /**
   * Tries every remaining object for the description at {@code position}, and recursively for the
   * descriptions after it.
   */
  private boolean assign(Scene scene, int[] chosen, int position) {
    List<SceneObject> objects = scene.objects();
    if (position == 2
        && relation != null
        && !relation.holds(objects.get(chosen[0]), objects.get(chosen[1]))) {
      return false;
    }
    if (position == descriptions.size()) {
      return true;
    }
    for (int candidate = 0; candidate < objects.size(); candidate++) {
      boolean free = true;
      for (int i = 0; i < position; i++) {
        free &= chosen[i] != candidate;
      }
      if (free
          && descriptions.get(position).matches(objects.get(candidate), scene.cellsPerSide())) {
        chosen[position] = candidate;
        if (assign(scene, chosen, position + 1)) {
          return true;
        }
      }
    }
    return false;
  }
}
