// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.scenes.generate;

import dev.falcon.data.RandomStream;
import dev.falcon.data.scenes.Relation;
import dev.falcon.data.scenes.Scene;
import dev.falcon.data.scenes.SceneObject;
import java.util.List;
import java.util.Locale;

/** Draws questions about scenes with their true answers. */
public final class QuestionSampler {
  private static final String YES_NO = "yes/no";
  private static final int KINDS = 6;

  private QuestionSampler() {}

  /**
   * Draws a question about number, presence, relation, shape, colour or background. If a question
   * is about "the" thing, there is exactly one such thing.
   */
  public static SceneQuestion draw(RandomStream random, Scene scene) {
    int kind = random.nextInt(KINDS);
    SceneObject object = Phrase.pick(scene.objects(), random);
    Phrase byColour = new Phrase(object.colour(), null);
    Phrase byShape = new Phrase(null, object.shape());
    return switch (kind) {
      case 0 -> howMany(random, scene, object);
      case 1 -> isThere(random, scene, object);
      case 2 -> relation(random, scene);
      case 3 ->
          byColour.count(scene) == 1
              ? question("what shape is", "the " + byColour.singular(), object.shape().word())
              : howMany(random, scene, object);
      case 4 ->
          byShape.count(scene) == 1
              ? question("what color is", "the " + byShape.singular(), object.colour().word())
              : howMany(random, scene, object);
      default -> question("what color is", "the background", scene.background().word());
    };
  }

  private static SceneQuestion question(String type, String rest, String answer) {
    return new SceneQuestion(type + " " + rest + "?", type, "other", answer);
  }

  /** Draws a phrase, with probability 3/4 one for an object in the scene. */
  private static Phrase phrase(RandomStream random, SceneObject object) {
    return random.nextInt(4) == 0 ? Phrase.any(random) : Phrase.of(object, random);
  }

  private static SceneQuestion howMany(RandomStream random, Scene scene, SceneObject object) {
    Phrase phrase = phrase(random, object);
    return new SceneQuestion(
        "how many " + phrase.plural() + " are there?",
        "how many",
        "number",
        Integer.toString(phrase.count(scene)));
  }

  /**
   * Draws a question about presence. Half of the answers are yes; for the others, phrases are drawn
   * until one matches nothing.
   */
  private static SceneQuestion isThere(RandomStream random, Scene scene, SceneObject object) {
    boolean yes = random.nextInt(2) == 0;
    Phrase phrase = yes ? Phrase.of(object, random) : Phrase.any(random);
    while (!yes && phrase.count(scene) > 0) {
      phrase = Phrase.any(random);
    }
    return new SceneQuestion(
        "is there " + phrase.withArticle() + "?",
        phrase.withArticle().startsWith("an ") ? "is there an" : "is there a",
        YES_NO,
        yes ? "yes" : "no");
  }

  /**
   * Draws a question about two objects that differ from all others in colour and shape, or, if
   * there are none, about presence.
   */
  private static SceneQuestion relation(RandomStream random, Scene scene) {
    List<SceneObject> single =
        scene.objects().stream().filter(o -> full(o).count(scene) == 1).toList();
    if (single.size() < 2) {
      return isThere(random, scene, scene.objects().get(0));
    }
    int first = random.nextInt(single.size());
    int second = (first + 1 + random.nextInt(single.size() - 1)) % single.size();
    Relation relation = Phrase.pick(List.of(Relation.values()), random);
    SceneObject one = single.get(first);
    SceneObject other = single.get(second);
    return new SceneQuestion(
        String.format(
            Locale.ROOT,
            "is the %s %s the %s?",
            full(one).singular(),
            relation.words(),
            full(other).singular()),
        "is the",
        YES_NO,
        relation.holds(one, other) ? "yes" : "no");
  }

  private static Phrase full(SceneObject object) {
    return new Phrase(object.colour(), object.shape());
  }

  /**
   * A question about a scene.
   *
   * @param text in lower case
   * @param type its first words, by which VQA v2 groups questions
   * @param answerType {@code yes/no}, {@code number} or {@code other}
   * @param answer the true answer
   */
  public record SceneQuestion(String text, String type, String answerType, String answer) {}
}
