// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.matcher;

import java.util.Comparator;
import java.util.stream.IntStream;

/** Selects one of many answers (Li et al., 2021, section 5, as implemented in ALBEF's code). */
public final class AnswerRanking {
  private AnswerRanking() {}

  /**
   * Returns the answers with the most probable first tokens; among equals, the earlier ones.
   *
   * @param first the log-probability of every answer's first token // [answers]
   * @param count the maximum number of answers
   * @return the indices of these answers
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
   * Returns an answer's score: the log-probability of its tokens, including the end token.
   *
   * @param tokens the log-probabilities of tokens
   * @param from the index of the answer's first token
   * @param to the index after its last token
   * @param doubledFirst whether the first token counts twice
   */
  public static double score(float[] tokens, int from, int to, boolean doubledFirst) {
    double score = doubledFirst ? tokens[from] : 0;
    for (int token = from; token < to; token++) {
      score += tokens[token];
    }
    return score;
  }
}
