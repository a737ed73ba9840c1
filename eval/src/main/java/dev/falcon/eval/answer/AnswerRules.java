// SPDX-License-Identifier: Apache-2.0
package dev.falcon.eval.answer;

import java.util.HashSet;
import java.util.List;

/** The rules by which an answer is compared with people's answers, each those of an evaluator. */
public enum AnswerRules {
  /**
   * VQA v2's own evaluator. If people's answers are all the same text, nothing is normalised, so
   * that "two" is wrong if all ten answers are "2"; otherwise both sides are normalised.
   */
  VQA {
    @Override
    double score(String prediction, List<String> answers) {
      List<String> people = answers.stream().map(AnswerText::trimmed).toList();
      if (isUnanimous(people)) {
        return agreement(AnswerText.trimmed(prediction), people);
      }
      return agreement(
          AnswerText.normalised(prediction), people.stream().map(AnswerText::normalised).toList());
    }
  },
  /**
   * LAVIS' copy of VQA v2's evaluator. The prediction is always normalised; people's answers only
   * lose their punctuation, and only if they are not all the same.
   */
  LAVIS {
    @Override
    double score(String prediction, List<String> answers) {
      List<String> people = answers;
      if (!isUnanimous(people)) {
        people = people.stream().map(AnswerText::withoutPunctuation).toList();
      }
      return agreement(AnswerText.normalised(prediction), people);
    }
  },
  /** GQA's own evaluator: an answer is right if its text is exactly the same. */
  EXACT {
    @Override
    double score(String prediction, List<String> answers) {
      return answers.contains(prediction) ? 1 : 0;
    }
  },
  /** GQA as evaluated for BLIP-2: an answer is right if its normalised text is the same. */
  NORMALISED {
    @Override
    double score(String prediction, List<String> answers) {
      String normal = AnswerText.normalised(prediction);
      return answers.stream().map(AnswerText::normalised).anyMatch(normal::equals) ? 1 : 0;
    }
  };

  /**
   * Returns the score of a prediction.
   *
   * @param answers people's answers, at least one
   * @return the score, in [0, 1]
   */
  abstract double score(String prediction, List<String> answers);

  private static boolean isUnanimous(List<String> answers) {
    return new HashSet<>(answers).size() == 1;
  }

  /**
   * Returns the mean, over all ways to leave out one of n people, of min(1, m / 3), where m is the
   * number of the other people whose answer is the prediction. Summed over people in the
   * reference's order.
   */
  private static double agreement(String prediction, List<String> people) {
    int same = (int) people.stream().filter(prediction::equals).count();
    double sum = 0;
    for (String person : people) {
      int others = person.equals(prediction) ? same - 1 : same;
      sum += Math.min(1, others / 3.0);
    }
    return sum / people.size();
  }
}
