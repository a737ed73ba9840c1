// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.scenes.generate;

import dev.falcon.data.RandomStream;
import dev.falcon.data.scenes.generate.QuestionSampler.SceneQuestion;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Simulates ten people who answer a question: most give the true answer, some paraphrase it, and
 * some make typical mistakes.
 */
final class Answerers {
  /** Number of people asked in VQA v2. */
  static final int PEOPLE = 10;

  private static final double OTHER_WORDS = 0.08;
  private static final double WRONG = 0.07;

  private static final List<String> NUMBERS =
      List.of("none", "one", "two", "three", "four", "five", "six");

  /** Typical confusions. */
  private static final Map<String, String> NEAR =
      Map.ofEntries(
          Map.entry("red", "orange"),
          Map.entry("orange", "red"),
          Map.entry("yellow", "orange"),
          Map.entry("pink", "purple"),
          Map.entry("purple", "pink"),
          Map.entry("blue", "purple"),
          Map.entry("cyan", "blue"),
          Map.entry("green", "cyan"),
          Map.entry("black", "grey"),
          Map.entry("grey", "white"),
          Map.entry("white", "grey"),
          Map.entry("circle", "ring"),
          Map.entry("ring", "circle"),
          Map.entry("square", "diamond"),
          Map.entry("diamond", "square"),
          Map.entry("plus", "cross"),
          Map.entry("cross", "plus"),
          Map.entry("triangle", "diamond"),
          Map.entry("bar", "square"),
          Map.entry("yes", "no"),
          Map.entry("no", "yes"));

  private Answerers() {}

  /** Returns the ten answers. */
  static List<String> answers(RandomStream random, SceneQuestion question) {
    List<String> answers = new ArrayList<>();
    for (int person = 0; person < PEOPLE; person++) {
      double mood = random.nextDouble();
      if (mood < WRONG) {
        answers.add(wrong(random, question));
      } else {
        answers.add(mood < WRONG + OTHER_WORDS ? inOtherWords(question) : question.answer());
      }
    }
    return answers;
  }

  private static String wrong(RandomStream random, SceneQuestion question) {
    if (!question.answerType().equals("number")) {
      return NEAR.get(question.answer());
    }
    int count = Integer.parseInt(question.answer());
    boolean less = count > 0 && random.nextInt(2) == 0;
    return Integer.toString(less ? count - 1 : count + 1);
  }

  private static String inOtherWords(SceneQuestion question) {
    return switch (question.answerType()) {
      case "number" -> NUMBERS.get(Integer.parseInt(question.answer()));
      case "yes/no" -> question.answer().equals("yes") ? "Yes" : "No.";
      default ->
          question.type().equals("what shape is")
              ? "a " + question.answer()
              : question.answer() + ".";
    };
  }
}
