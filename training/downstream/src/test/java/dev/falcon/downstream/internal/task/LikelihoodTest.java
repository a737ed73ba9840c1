// SPDX-License-Identifier: Apache-2.0
package dev.falcon.downstream.internal.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import dev.falcon.data.annotation.VisualQuestion;
import dev.falcon.downstream.internal.tasks.Votes;
import dev.falcon.training.internal.tensor.TensorScope;
import dev.falcon.training.internal.tensor.Torch;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class LikelihoodTest {
  private static VisualQuestion question(List<String> answers) {
    return new VisualQuestion("1", "a.png", "?", answers, "", "");
  }

  /**
   * Question 1: "yes" of eight people with a loss of 0.5, "no" of two with 2.0; question 2 of
   * Visual Genome with 3.0: (0.4 + 0.4 + 1.5) / 2.
   */
  @Test
  void votesWeighAnswersAndTheMeanIsOverQuestions() {
    Map<String, Float> votes =
        Votes.of(
            question(
                Stream.concat(Collections.nCopies(8, "yes").stream(), Stream.of("no", "no"))
                    .toList()),
            0.5f);
    assertThat(votes).containsExactly(Map.entry("yes", 0.8f), Map.entry("no", 0.2f));
    Map<String, Float> single = Votes.of(question(List.of("a dog")), 0.5f);
    assertThat(single).containsExactly(Map.entry("a dog", 0.5f));
    try (Torch torch = Torch.open("cpu", 1);
        TensorScope memory = TensorScope.open(torch.manager())) {
      NDManager manager = memory.manager();
      float[] logs = {-0.5f, -9, -2, -9, -9, -3};
      Likelihood likelihood =
          new Likelihood(
              Torch.floats(manager, logs, 3, 2),
              Torch.indices(manager, new long[] {0, 0, 1}),
              Torch.floats(manager, new float[] {0.8f / 2, 0.2f / 2, 0.5f / 2}, 3));
      assertThat(likelihood.loss().getFloat()).isEqualTo(1.15f, within(1e-6f));
    }
  }

  /** (1 - α) of the loss, and α of the cross-entropy with the other's distribution. */
  @Test
  void distillationPullsTowardsTheOthersDistribution() {
    try (Torch torch = Torch.open("cpu", 1);
        TensorScope memory = TensorScope.open(torch.manager())) {
      NDManager manager = memory.manager();
      NDArray predicted = Torch.indices(manager, new long[] {0});
      NDArray weight = Torch.floats(manager, new float[] {1}, 1);
      float[] own = {(float) Math.log(0.7), (float) Math.log(0.3)};
      float[] other = {(float) Math.log(0.4), (float) Math.log(0.6)};
      Likelihood learner = new Likelihood(Torch.floats(manager, own, 1, 2), predicted, weight);
      Likelihood teacher = new Likelihood(Torch.floats(manager, other, 1, 2), predicted, weight);
      double expected = -0.6 * Math.log(0.7) - 0.4 * (0.4 * Math.log(0.7) + 0.6 * Math.log(0.3));
      assertThat((double) learner.loss(teacher, 0.4f).getFloat()).isEqualTo(expected, within(1e-6));
    }
  }
}
