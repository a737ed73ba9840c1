// SPDX-License-Identifier: Apache-2.0
package dev.falcon.downstream.generation.internal;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.Shape;
import dev.falcon.onnx.network.Blip2Language;
import dev.falcon.onnx.network.block.OptTransformer;
import dev.falcon.training.config.ModelConfig.Initialisation;
import dev.falcon.training.internal.model.Initializers;
import dev.falcon.training.internal.tensor.Ops;
import dev.falcon.training.internal.tensor.ParameterLayout;
import dev.falcon.training.internal.tensor.TensorScope;
import dev.falcon.training.internal.tensor.Torch;
import dev.falcon.training.internal.tensor.Weights;

/**
 * The passes of BLIP-2's second stage with any weights: images become inputs of the language model,
 * which predicts the tokens of the texts after them.
 */
public final class LanguagePass {
  private final Stage2Config config;
  private final Blip2Language network;

  /** Creates the passes of a network of these sizes. */
  public LanguagePass(Stage2Config config) {
    this.config = config;
    this.network = new Blip2Language(config.shape(), config.language());
  }

  /**
   * Returns the network's weights; those of the image encoder and the language model are frozen.
   */
  public ParameterLayout layout(Initialisation initialisation) {
    ParameterLayout layout = new ParameterLayout();
    Initializers declare = new Initializers(layout, initialisation);
    network.declare(declare.atRate(0), declare);
    return layout;
  }

  /**
   * Returns the language model's inputs for images [rows x queries x width].
   *
   * @param pixels the normalised pixels [rows x 3 x side x side]
   * @param dropout the probability of dropout in the Q-Former
   */
  public NDArray prompts(Weights weights, NDArray pixels, float dropout) {
    NDManager memory = pixels.getManager();
    // No gradient flows into the image encoder, so that its pass keeps nothing.
    NDArray encoded =
        TensorScope.within(
            memory,
            manager ->
                TensorScope.keep(network.vision().forward(weights.untrained(), pixels), memory));
    return network.prompts(weights, encoded, dropout);
  }

  private ShownTexts shown(NDArray prompts, long[][] texts) {
    return new ShownTexts(texts, (int) prompts.getShape().get(1), config.padding());
  }

  private NDArray read(Weights weights, NDArray prompts, ShownTexts texts) {
    NDManager memory = prompts.getManager();
    return network.read(
        weights, prompts, texts.ids(memory), texts.positions(memory), texts.mask(memory));
  }

  /**
   * Returns the logits of every next token of prompts followed by texts [rows x (queries + tokens)
   * x vocabulary].
   *
   * @param texts the tokens of the texts, padded to one length at the start or the end [rows x
   *     tokens]
   */
  NDArray logits(Weights weights, NDArray prompts, long[][] texts) {
    return network.model().logits(weights, read(weights, prompts, shown(prompts, texts)));
  }

  /**
   * The predictions for tokens.
   *
   * @param logits the logits at the predicted tokens [predicted tokens x vocabulary]
   * @param labels the correct tokens
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  public record Predicted(NDArray logits, long[] labels) {
    /** Returns the number of correct predictions. */
    public int right() {
      long[] likeliest = logits.argMax(1).toLongArray();
      int right = 0;
      for (int i = 0; i < labels.length; i++) {
        right += likeliest[i] == labels[i] ? 1 : 0;
      }
      return right;
    }
  }

  /**
   * Returns the language model's predictions for every token of texts, without padding.
   *
   * @param prompts the prompts from {@link #prompts}
   * @param texts the tokens of the texts, padded to one length at the end [rows x tokens]
   * @param given the number of leading tokens of each text that are not predicted
   */
  public Predicted predicted(Weights weights, NDArray prompts, long[][] texts, int given) {
    ShownTexts shown = shown(prompts, texts);
    ShownTexts.Predicted predicted = shown.predicted(given);
    return new Predicted(
        predictedLogits(weights, network.model(), read(weights, prompts, shown), predicted),
        predicted.labels());
  }

  /**
   * Returns the logits at predicted tokens [predicted tokens x vocabulary].
   *
   * @param read the result of {@link OptTransformer#forward}
   */
  public static NDArray predictedLogits(
      Weights weights, OptTransformer model, NDArray read, ShownTexts.Predicted predicted) {
    NDArray all = read.reshape(new Shape(-1, read.getShape().get(2)));
    NDArray rows = Ops.rows(all, Torch.indices(read.getManager(), predicted.places()));
    return model.logits(weights, rows);
  }
}
