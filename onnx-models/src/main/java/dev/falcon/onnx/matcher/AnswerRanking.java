package dev.falcon.onnx.matcher;

import java.util.Comparator;
import java.util.stream.IntStream;

/** Selection of one of many answers (Li et al., 2021, section 5, as in ALBEF's own code). */
public final class AnswerRanking {
  private AnswerRanking() {}

  /**
   * The answers with the most probable first tokens; the earlier of equal ones.
   *
   * @param first log-probability of every answer's first token
   * @param count maximum number
   * @return their indices
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
   * An answer's score: the log-probability of its tokens, including the end token.
   *
   * @param tokens log-probability of each
   * @param from index of the answer's first token
   * @param to index after its last
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
