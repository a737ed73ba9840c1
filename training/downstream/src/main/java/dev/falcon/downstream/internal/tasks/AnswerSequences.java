// SPDX-License-Identifier: Apache-2.0
package dev.falcon.downstream.internal.tasks;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import dev.falcon.onnx.network.block.PaddedTokens;
import dev.falcon.training.internal.tensor.Sequences;
import dev.falcon.training.internal.tensor.Torch;
import java.util.List;

/**
 * Answers as inputs and targets of a decoder. The inputs are the first token followed by the
 * answer's tokens; the targets are the answer's tokens followed by the end token.
 *
 * @param layout the layout of the sequences
 * @param fed the input tokens, int64 [tokens]
 * @param predicted the target tokens, int64 [tokens]
 * @param mask the causal mask [1 x 1 x longest x longest]
 */
record AnswerSequences(Sequences layout, NDArray fed, NDArray predicted, NDArray mask) {
  /**
   * Builds the sequences of answers.
   *
   * @param answers the tokens of each answer, preceded by the first token
   * @param end the id of the token that ends an answer
   */
  static AnswerSequences of(NDManager manager, List<int[]> answers, int end) {
    int[] lengths = answers.stream().mapToInt(answer -> answer.length).toArray();
    Sequences layout = Sequences.of(manager, lengths);
    long[] fed = new long[layout.tokens()];
    long[] predicted = new long[layout.tokens()];
    int longest = 0;
    int at = 0;
    for (int[] answer : answers) {
      for (int i = 0; i < answer.length; i++) {
        fed[at] = answer[i];
        predicted[at++] = i + 1 < answer.length ? answer[i + 1] : end;
      }
      longest = Math.max(longest, answer.length);
    }
    float[] mask = new float[longest * longest];
    for (int row = 0; row < longest; row++) {
      for (int later = row + 1; later < longest; later++) {
        mask[row * longest + later] = PaddedTokens.HIDDEN;
      }
    }
    return new AnswerSequences(
        layout,
        Torch.indices(manager, fed),
        Torch.indices(manager, predicted),
        Torch.floats(manager, mask, 1, 1, longest, longest));
  }
}
