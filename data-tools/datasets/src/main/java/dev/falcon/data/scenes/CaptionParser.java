// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.scenes;

import dev.falcon.data.FalconException;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads captions by recursive descent.
 *
 * <pre>
 * caption     = description [ (relation | "and") description [ "and" description ] ]
 *               [ "on" background ]
 * description = [ "a" | "an" ] [ size ] [ colour ] ( shape | "thing" ) [ "at" half ]
 * </pre>
 */
public final class CaptionParser {
  private final String text;
  private final String[] words;
  private int next;

  private CaptionParser(String text) {
    this.text = text;
    this.words = text.strip().split("\\s+");
  }

  /**
   * Reads a caption from its text.
   *
   * @throws FalconException if the text is not a caption of this world
   */
  public static Caption parse(String text) {
    return new CaptionParser(text).caption();
  }

  private Caption caption() {
    List<Description> descriptions = new ArrayList<>();
    descriptions.add(description());
    Relation relation = accept(Relation.values());
    if (relation != null) {
      descriptions.add(description());
    }
    while (descriptions.size() < Scene.MAX_OBJECTS && accept(Words.AND)) {
      descriptions.add(description());
    }
    Background background = accept(Words.ON) ? require(Background.values(), "a background") : null;
    if (next < words.length) {
      throw unexpected("the end");
    }
    return new Caption(descriptions, relation, background);
  }

  private Description description() {
    if (!accept(Words.ARTICLE)) {
      accept(Words.ARTICLE_BEFORE_VOWEL);
    }
    Size size = accept(Size.values());
    Colour colour = accept(Colour.values());
    Shape shape = accept(Words.THING) ? null : require(Shape.values(), "a shape or 'thing'");
    Half half = accept(Words.AT) ? require(Half.values(), "a half of the image") : null;
    return new Description(size, colour, shape, half);
  }

  private boolean accept(String phrase) {
    String[] wanted = phrase.split(" ", -1);
    for (int i = 0; i < wanted.length; i++) {
      if (next + i >= words.length || !words[next + i].equals(wanted[i])) {
        return false;
      }
    }
    next += wanted.length;
    return true;
  }

  private <E extends Enum<E>> E accept(E[] constants) {
    for (E constant : constants) {
      if (accept(Words.of(constant))) {
        return constant;
      }
    }
    return null;
  }

  private <E extends Enum<E>> E require(E[] constants, String what) {
    E constant = accept(constants);
    if (constant == null) {
      throw unexpected(what);
    }
    return constant;
  }

  private FalconException unexpected(String wanted) {
    String found = next < words.length ? "'" + words[next] + "'" : "the end";
    return new FalconException(
        "not a caption of Scenes: \"" + text + "\": expected " + wanted + ", found " + found);
  }
}
