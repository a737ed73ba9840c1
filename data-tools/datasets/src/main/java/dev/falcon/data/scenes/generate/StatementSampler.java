// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.scenes.generate;

import dev.falcon.data.RandomStream;
import dev.falcon.data.scenes.Scene;
import java.util.List;
import java.util.function.BiPredicate;

/** Draws statements about two scenes. */
final class StatementSampler {
  private static final int KINDS = 7;
  private static final List<String> NUMBERS = List.of("no", "one", "two", "three", "four");

  private StatementSampler() {}

  static SceneStatement draw(RandomStream random) {
    Phrase phrase = Phrase.any(random);
    Phrase other = Phrase.any(random);
    int number = 1 + random.nextInt(2);
    boolean onTheLeft = random.nextInt(2) == 0;
    return switch (random.nextInt(KINDS)) {
      case 0 ->
          new SceneStatement(
              "The " + side(onTheLeft) + " image contains " + phrase.withArticle() + ".",
              (left, right) -> phrase.count(onTheLeft ? left : right) > 0);
      case 1 ->
          new SceneStatement(
              "Both images contain " + phrase.withArticle() + ".",
              (left, right) -> phrase.count(left) > 0 && phrase.count(right) > 0);
      case 2 ->
          new SceneStatement(
              "There " + exactly(number, phrase) + " in the two images together.",
              (left, right) -> phrase.count(left) + phrase.count(right) == number);
      case 3 ->
          new SceneStatement(
              "One image contains "
                  + phrase.withArticle()
                  + " and the other image contains "
                  + other.withArticle()
                  + ".",
              (left, right) ->
                  holds(phrase, left, other, right) || holds(phrase, right, other, left));
      case 4 ->
          new SceneStatement(
              "The left image contains more things than the right image.",
              (left, right) -> left.objects().size() > right.objects().size());
      case 5 ->
          new SceneStatement(
              "The two images have the same background.",
              (left, right) -> left.background() == right.background());
      default ->
          new SceneStatement(
              "Neither image contains " + phrase.withArticle() + ".",
              (left, right) -> phrase.count(left) == 0 && phrase.count(right) == 0);
    };
  }

  private static boolean holds(Phrase one, Scene inOne, Phrase other, Scene inOther) {
    return one.count(inOne) > 0 && other.count(inOther) > 0;
  }

  private static String side(boolean left) {
    return left ? "left" : "right";
  }

  private static String exactly(int number, Phrase phrase) {
    return (number == 1 ? "is exactly " : "are exactly ")
        + NUMBERS.get(number)
        + " "
        + (number == 1 ? phrase.singular() : phrase.plural());
  }

  /**
   * A statement about two pictures.
   *
   * @param sentence in English
   * @param truth whether it is true of a left and a right scene
   */
  record SceneStatement(String sentence, BiPredicate<Scene, Scene> truth) {
    boolean isTrue(Scene left, Scene right) {
      return truth.test(left, right);
    }
  }
}
