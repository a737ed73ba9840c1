// SPDX-License-Identifier: Apache-2.0
package dev.falcon.downstream.internal.tasks;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import dev.falcon.onnx.network.NlvrNetwork;
import dev.falcon.training.internal.input.Captions;
import dev.falcon.training.internal.input.Vocabulary;
import dev.falcon.training.internal.tensor.Sequences;
import dev.falcon.training.internal.tensor.Weights;
import java.util.ArrayList;
import java.util.List;

/**
 * The forward pass of the network for statements.
 *
 * @param network the network
 * @param images the number of images per statement
 */
public record StatementPass(NlvrNetwork network, int images, Vocabulary vocabulary) {
  /**
   * Classifies statements.
   *
   * @param texts the tokens of each statement, without padding
   * @param pixels the normalised pictures [images x statements x 3 x size x size]
   * @return the logits [statements x classes]
   */
  public NDArray logits(
      Weights weights, NDManager manager, int[][] texts, NDArray pixels, float dropout) {
    int rows = texts.length;
    NDArray states = network.vision().forward(weights, pixels);
    List<NDArray> each = new ArrayList<>();
    for (int image = 0; image < images; image++) {
      each.add(states.get(image * rows + ":" + (image + 1) * rows));
    }
    long[][] padded = Captions.padded(texts, vocabulary);
    Sequences sequences = Sequences.of(manager, padded, vocabulary.padding());
    return network.logits(weights, sequences.table(padded), sequences, each, dropout);
  }
}
