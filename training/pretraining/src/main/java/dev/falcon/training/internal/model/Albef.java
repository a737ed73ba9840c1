// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.model;

import ai.djl.ndarray.NDArray;
import dev.falcon.onnx.network.AlbefNetwork;
import dev.falcon.onnx.network.block.Declarations;
import dev.falcon.onnx.network.block.FusionTransformer;
import dev.falcon.onnx.network.block.TextTransformer;
import dev.falcon.onnx.network.block.VisionTransformer;
import dev.falcon.training.config.ModelConfig;
import dev.falcon.training.internal.tensor.Ops;
import dev.falcon.training.internal.tensor.ParameterLayout;
import dev.falcon.training.internal.tensor.Parameters;
import dev.falcon.training.internal.tensor.Weights;

/**
 * ALBEF's network in training: with its temperature, and with contrastive vectors of unit length.
 * It is stateless: every call is given the weights.
 */
public final class Albef {
  /** The name of the learned temperature, one value. */
  public static final String TEMPERATURE = "temperature";

  private final ModelConfig config;
  private final AlbefNetwork network;
  private final ParameterLayout layout = new ParameterLayout();

  /** Creates the network of a configuration, over a vocabulary of this many tokens. */
  public Albef(ModelConfig config, int vocabulary) {
    this.config = config;
    this.network = new AlbefNetwork(config.shape(vocabulary));
    Initializers declare = new Initializers(layout, config.initialisation());
    network.declare(declare);
    declare.weight(TEMPERATURE, Declarations.First.constant(config.temperature().initial()));
  }

  public ModelConfig config() {
    return config;
  }

  public ParameterLayout layout() {
    return layout;
  }

  public VisionTransformer vision() {
    return network.vision();
  }

  public TextTransformer text() {
    return network.text();
  }

  public FusionTransformer fusion() {
    return network.fusion();
  }

  /**
   * Returns contrastive vectors of unit length; image tokens [rows x (1 + patches) x width] to
   * [rows x projection].
   */
  public NDArray imageVectors(Weights weights, NDArray imageTokens) {
    return Ops.normalise(network.imageProjection(weights, imageTokens));
  }

  /**
   * Returns contrastive vectors of unit length; the captions' first tokens [rows x width] to [rows
   * x projection].
   */
  public NDArray textVectors(Weights weights, NDArray firsts) {
    return Ops.normalise(network.textProjection(weights, firsts));
  }

  /**
   * Returns the logits of (no match, match); the fusion encoder's first tokens [rows x width] to
   * [rows x 2].
   */
  public NDArray matchLogits(Weights weights, NDArray firsts) {
    return network.matchLogits(weights, firsts);
  }

  /**
   * Returns logits over the vocabulary at some tokens of the fusion encoder; [tokens x width] to
   * [tokens x words].
   */
  public NDArray wordLogits(Weights weights, NDArray tokens) {
    return network.wordLogits(weights, tokens);
  }

  /** Clamps the temperature to its range, as ALBEF does before every forward pass. */
  public void clampTemperature(Parameters parameters) {
    parameters.hold(TEMPERATURE, config.temperature().lowest(), config.temperature().highest());
  }
}
