package dev.falcon.eval.answer;

import java.util.HashSet;
import java.util.List;

/** How an answer is held against people's answers: which evaluator's rules. */
public enum AnswerRules {
  /**
   * VQA v2's own evaluator: where people's answers are all the same text nothing is normalised, so
   * that "two" is wrong against ten times "2"; else both sides are.
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
   * LAVIS' copy of it: the prediction is always normalised, people's answers lose their punctuation
   * only, and only where they are not all the same.
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
  /** GQA's own evaluator: right where the text is the same, to the letter. */
  EXACT {
    @Override
    double score(String prediction, List<String> answers) {
      return answers.contains(prediction) ? 1 : 0;
    }
  },
  /** As GQA is evaluated for BLIP-2: right where the normalised text is the same. */
  NORMALISED {
    @Override
    double score(String prediction, List<String> answers) {
      String normal = AnswerText.normalised(prediction);
      return answers.stream().map(AnswerText::normalised).anyMatch(normal::equals) ? 1 : 0;
    }
  };

  /**
   * How right a prediction is.
   *
   * @param answers people's, at least one
   * @return 0 to 1
   */
  abstract double score(String prediction, List<String> answers);

  private static boolean isUnanimous(List<String> answers) {
    return new HashSet<>(answers).size() == 1;
  }

  /**
   * The mean, over each of n people left out, of min(1, m / 3), m being how many of the others gave
   * the same answer as the prediction. As a sum over people, in the reference's order.
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
