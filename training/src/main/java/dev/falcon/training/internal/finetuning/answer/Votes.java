package dev.falcon.training.internal.finetuning.answer;

import dev.falcon.data.annotation.VisualQuestion;
import java.util.LinkedHashMap;
import java.util.Map;

/** How much every answer of a question counts. */
public final class Votes {
  private Votes() {}

  /**
   * The different answers and their weights: the share of the people who gave them.
   *
   * @param single the weight of the only answer of a question, as Visual Genome's are
   */
  public static Map<String, Float> of(VisualQuestion question, float single) {
    Map<String, Float> weights = new LinkedHashMap<>();
    int people = question.answers().size();
    if (people == 1) {
      return Map.of(question.answers().get(0), single);
    }
    question.answers().forEach(answer -> weights.merge(answer, 1f, Float::sum));
    weights.replaceAll((answer, votes) -> votes / people);
    return weights;
  }
}
