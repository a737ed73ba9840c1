// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.scenes.generate;

import dev.falcon.data.RandomStream;
import dev.falcon.data.scenes.Colour;
import dev.falcon.data.scenes.Description;
import dev.falcon.data.scenes.Scene;
import dev.falcon.data.scenes.SceneObject;
import dev.falcon.data.scenes.Shape;
import java.util.List;

/**
 * A phrase for objects in a question or statement: by colour, by shape or by both.
 *
 * @param colour null for any
 * @param shape null for any: "thing"
 */
record Phrase(Colour colour, Shape shape) {
  private static final int FORMS = 3;

  /** Returns a phrase that is true of the object. */
  static Phrase of(SceneObject object, RandomStream random) {
    return of(object.colour(), object.shape(), random);
  }

  /** Returns a random phrase of the world. */
  static Phrase any(RandomStream random) {
    return of(
        pick(List.of(Colour.values()), random), pick(List.of(Shape.values()), random), random);
  }

  private static Phrase of(Colour colour, Shape shape, RandomStream random) {
    return switch (random.nextInt(FORMS)) {
      case 0 -> new Phrase(colour, null);
      case 1 -> new Phrase(null, shape);
      default -> new Phrase(colour, shape);
    };
  }

  static <T> T pick(List<T> values, RandomStream random) {
    return values.get(random.nextInt(values.size()));
  }

  /** Returns the number of objects of the scene that match it. */
  int count(Scene scene) {
    return (int) scene.objects().stream().filter(this::fits).count();
  }

  private boolean fits(SceneObject object) {
    return new Description(null, colour, shape, null).matches(object, 2);
  }

  /** Returns the words for one object. */
  String singular() {
    String noun = shape == null ? "thing" : shape.word();
    return colour == null ? noun : colour.word() + " " + noun;
  }

  /** Returns the words for one object, with an article. */
  String withArticle() {
    String words = singular();
    return ("aeiou".indexOf(words.charAt(0)) >= 0 ? "an " : "a ") + words;
  }

  /** Returns the words for several objects. */
  String plural() {
    String one = singular();
    return one.endsWith("s") ? one + "es" : one + "s";
  }
}
