// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.matcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** p(yes) .30, p(no) .25, p(new) .45; p(york|new) .55, p(jersey|new) .40; the end .95 always. */
class AnswerRankingTest {
  private static final double[][] ANSWERS = {
    {.30, .95}, {.45, .55, .95}, {.25, .95}, {.45, .40, .95}
  };

  private static double[] scores(boolean doubled) {
    double[] scores = new double[ANSWERS.length];
    for (int answer = 0; answer < scores.length; answer++) {
      double[] of = ANSWERS[answer];
      float[] logs = new float[of.length + 2];
      IntStream.range(0, of.length).forEach(i -> logs[i + 1] = (float) Math.log(of[i]));
      scores[answer] = AnswerRanking.score(logs, 1, 1 + of.length, doubled);
    }
    return scores;
  }

  @Test
  void anAnswerScoresTheSumOfItsTokens() {
    assertThat(scores(false))
        .containsExactly(new double[] {-1.255266, -1.447638, -1.437588, -1.766092}, within(2e-6));
  }

  /** ALBEF's own code counts the first token twice, which makes another answer win. */
  @Test
  void theFirstTokenMayCountTwice() {
    double[] scores = scores(true);
    assertThat(scores)
        .containsExactly(new double[] {-2.459239, -2.246146, -2.823882, -2.564599}, within(2e-6));
    double sum = IntStream.range(0, 4).mapToDouble(i -> Math.exp(scores[i])).sum();
    double[] shares = IntStream.range(0, 4).mapToDouble(i -> Math.exp(scores[i]) / sum).toArray();
    assertThat(shares).containsExactly(new double[] {.2610, .3229, .1812, .2349}, within(5e-5));
  }

  @Test
  void theLikeliestFirstTokensComeFirstAndEqualOnesInTheListsOrder() {
    assertThat(AnswerRanking.likeliest(new double[] {-2, -1, -3, -1, -1}, 3))
        .containsExactly(1, 3, 4);
    assertThat(AnswerRanking.likeliest(new double[] {-2, -1}, 128)).containsExactly(1, 0);
  }
}
