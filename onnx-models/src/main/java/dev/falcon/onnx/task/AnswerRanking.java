package dev.falcon.onnx.task;

import java.util.Comparator;
import java.util.stream.IntStream;

/** How one of many answers is chosen (Li et al., 2021, section 5, as ALBEF's own code does it). */
public final class AnswerRanking {
  private AnswerRanking() {}

  /**
   * The answers whose first tokens are the likeliest; of equal ones those that come first.
   *
   * @param first log-probability of every answer's first token
   * @param count how many at most
   * @return their numbers
   */
  public static int[] likeliest(double[] first, int count) {
    return IntStream.range(0, first.length)
        .boxed()
        .sorted(Comparator.comparingDouble(answer -> -first[answer]))
        .limit(count)
        .mapToInt(answer -> answer)
        .toArray();
  }

  /**
   * An answer's score: the log-probability of its tokens, the one that ends it included.
   *
   * @param tokens log-probability of each
   * @param from the answer's first token among them
   * @param to behind its last
   * @param doubledFirst whether the first counts twice
   */
  public static double score(float[] tokens, int from, int to, boolean doubledFirst) {
    double score = doubledFirst ? tokens[from] : 0;
    for (int token = from; token < to; token++) {
      score += tokens[token];
    }
    return score;
  }
}
