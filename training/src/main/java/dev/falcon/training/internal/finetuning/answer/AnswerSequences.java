package dev.falcon.training.internal.finetuning.answer;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import dev.falcon.onnx.network.block.PaddedTokens;
import dev.falcon.training.internal.tensor.Sequences;
import dev.falcon.training.internal.tensor.engine.Torch;
import java.util.List;

/**
 * Answers as a decoder is fed them, and what it is to tell: the first token and the answer's words,
 * and the answer's words and the token that ends it.
 *
 * @param layout how they lie, one after another
 * @param fed int64 [tokens]
 * @param told int64 [tokens]
 * @param mask what keeps a word from seeing later ones [1 x 1 x longest x longest]
 */
record AnswerSequences(Sequences layout, NDArray fed, NDArray told, NDArray mask) {
  /**
   * Lays answers out.
   *
   * @param answers the first token and the answer's own, each
   * @param end the token that ends an answer
   */
  static AnswerSequences of(NDManager manager, List<int[]> answers, int end) {
    int[] lengths = answers.stream().mapToInt(answer -> answer.length).toArray();
    Sequences layout = Sequences.of(manager, lengths);
    long[] fed = new long[layout.tokens()];
    long[] told = new long[layout.tokens()];
    int longest = 0;
    int at = 0;
    for (int[] answer : answers) {
      for (int i = 0; i < answer.length; i++) {
        fed[at] = answer[i];
        told[at++] = i + 1 < answer.length ? answer[i + 1] : end;
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
        Torch.indices(manager, told),
        Torch.floats(manager, mask, 1, 1, longest, longest));
  }
}
