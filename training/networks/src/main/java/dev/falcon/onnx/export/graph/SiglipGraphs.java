// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.export.graph;

import dev.falcon.onnx.graph.GraphBuilder;
import dev.falcon.onnx.graph.TensorInfo;
import dev.falcon.onnx.graph.Value;
import dev.falcon.onnx.network.SiglipNetwork;
import dev.falcon.onnx.network.shape.SiglipShape;

/**
 * The graphs of a SigLIP network, with inputs and outputs named as in Hugging Face's exports. Their
 * vectors are not of unit length; callers normalise them.
 */
public final class SiglipGraphs {
  private static final String STATES = "last_hidden_state";
  private static final String VECTORS = "pooler_output";

  private final SiglipShape shape;
  private final SiglipNetwork network;
  private final NamedWeights weights;

  /** Creates graphs of this shape with these weights. */
  public SiglipGraphs(SiglipShape shape, NamedWeights weights) {
    this.shape = shape;
    this.network = new SiglipNetwork(shape);
    this.weights = weights;
  }

  /**
   * Returns the image tower: pixel_values [batch x 3 x side x side] to last_hidden_state [batch x
   * patches x width] and pooler_output [batch x width].
   */
  public GraphBuilder image() {
    GraphBuilder graph = new GraphBuilder();
    GraphAlgebra algebra = GraphAlgebra.into(graph, weights, network::declare);
    String side = Integer.toString(shape.imageSize());
    Value pixels =
        graph.input(
            TensorInfo.float32("pixel_values", "batch", "3", side, side)
                .describedAs("RGB images, normalised as preprocessor_config.json says"));
    Value tokens = network.imageTokens(algebra, pixels);
    String width = Integer.toString(shape.image().width());
    graph.output(
        TensorInfo.float32(STATES, "batch", Integer.toString(shape.patches()), width), tokens);
    graph.output(
        TensorInfo.float32(VECTORS, "batch", width)
            .describedAs("vectors of the images, not of unit length"),
        network.imageVectors(algebra, tokens));
    return graph;
  }

  /**
   * Returns the text tower: input_ids [batch x length] to last_hidden_state [batch x length x
   * width] and pooler_output [batch x projection]. The length is fixed, and padding is not masked.
   */
  public GraphBuilder text() {
    GraphBuilder graph = new GraphBuilder();
    GraphAlgebra algebra = GraphAlgebra.into(graph, weights, network::declare);
    String length = Integer.toString(shape.maxTokens());
    Value ids =
        graph.input(
            TensorInfo.int64("input_ids", "batch", length)
                .describedAs("captions as tokenizer.json cuts them, padded to full length"));
    Value tokens = network.textTokens(algebra, ids);
    String width = Integer.toString(shape.text().width());
    graph.output(TensorInfo.float32(STATES, "batch", length, width), tokens);
    graph.output(
        TensorInfo.float32(VECTORS, "batch", Integer.toString(shape.projection()))
            .describedAs("vectors of the captions, not of unit length"),
        network.textVectors(algebra, tokens));
    return graph;
  }
}
