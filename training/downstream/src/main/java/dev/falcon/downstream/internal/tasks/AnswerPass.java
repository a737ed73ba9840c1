// SPDX-License-Identifier: Apache-2.0
package dev.falcon.downstream.internal.tasks;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import dev.falcon.onnx.network.AnswerNetwork;
import dev.falcon.onnx.network.AnswerNetwork.QuestionMemory;
import dev.falcon.onnx.network.shape.NetworkShape;
import dev.falcon.training.config.ModelConfig.Initialisation;
import dev.falcon.training.internal.input.Captions;
import dev.falcon.training.internal.input.Vocabulary;
import dev.falcon.training.internal.model.Initializers;
import dev.falcon.training.internal.tensor.ParameterLayout;
import dev.falcon.training.internal.tensor.Sequences;
import dev.falcon.training.internal.tensor.Torch;
import dev.falcon.training.internal.tensor.Weights;

/**
 * The forward passes of the network for questions.
 *
 * @param network the network with this shape
 * @param end the id of the token that ends an answer
 */
public record AnswerPass(
    NetworkShape shape, AnswerNetwork network, Vocabulary vocabulary, int end) {
  public AnswerPass(NetworkShape shape, Vocabulary vocabulary, int end) {
    this(shape, new AnswerNetwork(shape), vocabulary, end);
  }

  /** Returns the network's weights. */
  public ParameterLayout layout(Initialisation initialisation) {
    ParameterLayout layout = new ParameterLayout();
    network.declare(new Initializers(layout, initialisation));
    return layout;
  }

  /**
   * Returns the states to which answers attend, those of questions with their pictures.
   *
   * @param texts the tokens of each question, without padding
   * @param pixels the normalised pictures [questions x 3 x size x size]
   */
  public QuestionMemory<NDArray> memory(
      Weights weights, NDManager manager, int[][] texts, NDArray pixels, float dropout) {
    NDArray states = network.vision().forward(weights, pixels);
    long[][] padded = Captions.padded(texts, vocabulary);
    Sequences sequences = Sequences.of(manager, padded, vocabulary.padding());
    NDArray read = network.questions(weights, sequences.table(padded), sequences, states, dropout);
    return network.memory(weights, read, sequences);
  }

  /**
   * Returns the log-probabilities of the vocabulary after every token of answers [tokens x
   * vocabulary].
   */
  NDArray predicted(
      Weights weights,
      NDManager manager,
      AnswerSequences answers,
      QuestionMemory<NDArray> memory,
      int[] questionOf,
      float dropout) {
    NDArray states =
        network.answers(
            weights,
            answers.fed(),
            answers.layout(),
            answers.mask(),
            memory.rows(Torch.indices(manager, questionOf)),
            dropout);
    return network.logits(weights, states).logSoftmax(-1);
  }
}
