// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.export.graph;

import dev.falcon.onnx.graph.ElementType;
import dev.falcon.onnx.graph.GraphBuilder;
import dev.falcon.onnx.graph.TensorInfo;
import dev.falcon.onnx.graph.Value;
import dev.falcon.onnx.network.AlbefNetwork;
import dev.falcon.onnx.network.block.PaddedTokens;
import dev.falcon.onnx.network.block.TensorAlgebra.TokenLayout;
import dev.falcon.onnx.network.shape.ModelShape;
import dev.falcon.onnx.network.shape.NetworkShape;
import java.util.Optional;

/**
 * The graphs of an ALBEF network. Batch and text length are dynamic in all of them.
 *
 * <p>The vectors of {@link #imageEmbedder} and {@link #textEmbedder} are the raw projections, as in
 * Hugging Face's exports of CLIP; callers normalise them.
 */
public final class NetworkGraphs {
  private final NetworkShape shape;
  private final AlbefNetwork network;
  private final NamedWeights weights;

  /** Creates graphs of this shape with these weights. */
  public NetworkGraphs(NetworkShape shape, NamedWeights weights) {
    this.shape = shape;
    this.network = new AlbefNetwork(shape);
    this.weights = weights;
  }

  private GraphAlgebra record(GraphBuilder graph) {
    return GraphAlgebra.into(graph, weights, network::declare);
  }

  /**
   * Returns the image encoder: pixel_values [batch x 3 x side x side] to image_embeds [batch x
   * projection].
   */
  public GraphBuilder imageEmbedder() {
    GraphBuilder graph = new GraphBuilder();
    GraphAlgebra algebra = record(graph);
    Value tokens = network.vision().forward(algebra, pixels(graph, shape));
    graph.output(
        TensorInfo.float32("image_embeds", "batch", Integer.toString(shape.projection()))
            .describedAs("projections of the images, not of unit length"),
        network.imageProjection(algebra, tokens));
    return graph;
  }

  /**
   * Returns the text encoder: input_ids and attention_mask [batch x length] to text_embeds [batch x
   * projection].
   */
  public GraphBuilder textEmbedder() {
    GraphBuilder graph = new GraphBuilder();
    GraphAlgebra algebra = record(graph);
    Value ids = ids(graph);
    TokenLayout<Value> captions = captions(graph, ids);
    Value tokens = network.text().forward(algebra, ids, captions, 0);
    graph.output(
        TensorInfo.float32("text_embeds", "batch", Integer.toString(shape.projection()))
            .describedAs("projections of the captions, not of unit length"),
        network.textProjection(algebra, captions.firsts(algebra, tokens)));
    return graph;
  }

  /**
   * Returns the graph of the image's tokens: pixel_values [batch x 3 x side x side] to image_states
   * [batch x (1 + patches) x width].
   *
   * @param user the file of the graph that reads the tokens
   */
  public GraphBuilder imageStates(String user) {
    GraphBuilder graph = new GraphBuilder();
    graph.output(
        imageStatesInfo(shape, "batch").describedAs("every image's tokens, for " + user),
        network.vision().forward(record(graph), pixels(graph, shape)));
    return graph;
  }

  /**
   * Returns the fusion half of the matcher: image_states [images x (1 + patches) x width],
   * input_ids and attention_mask [batch x length] to logits [batch x 2]. There is either one image
   * per caption or one image for all captions.
   */
  public GraphBuilder matcher() {
    GraphBuilder graph = new GraphBuilder();
    GraphAlgebra algebra = record(graph);
    Value images =
        graph.input(
            imageStatesInfo(shape, "images")
                .describedAs("the output of itm_vision_model.onnx: a row a caption, or one row"));
    Value ids = ids(graph);
    TokenLayout<Value> captions = captions(graph, ids);
    Value text = network.text().forward(algebra, ids, captions, 0);
    Value fused =
        network
            .fusion()
            .forward(algebra, text, captions, network.fusion().memory(algebra, images), 0);
    graph.output(
        TensorInfo.float32("logits", "batch", "2")
            .describedAs("softmax gives the probabilities of: no match, match"),
        network.matchLogits(algebra, captions.firsts(algebra, fused)));
    return graph;
  }

  static Value pixels(GraphBuilder graph, ModelShape shape) {
    String side = Integer.toString(shape.imageSize());
    return graph.input(
        TensorInfo.float32("pixel_values", "batch", "3", side, side)
            .describedAs("RGB images, normalised as preprocessor_config.json says"));
  }

  static Value ids(GraphBuilder graph) {
    return graph.input(
        TensorInfo.int64("input_ids", "batch", "length")
            .describedAs("captions as tokenizer.json cuts them"));
  }

  /** Adds the input of the attention mask and returns the layout of padded captions. */
  static TokenLayout<Value> captions(GraphBuilder graph, Value ids) {
    return padded(graph, ids, mask(graph));
  }

  static Value mask(GraphBuilder graph) {
    return graph.input(
        TensorInfo.int64("attention_mask", "batch", "length")
            .describedAs("1 for a token, 0 for padding"));
  }

  /** Returns a layout whose mask hides padding from attention. */
  static TokenLayout<Value> padded(GraphBuilder graph, Value like, Value mask) {
    return new PaddedTokens<>(like, Optional.of(hidden(graph.scope("text_model.mask"), mask)));
  }

  /** Returns the additive mask that hides padding from attention. */
  static Value hidden(GraphBuilder scope, Value mask) {
    Value kept = scope.cast(mask, ElementType.FLOAT32);
    Value lowered =
        scope.multiply(scope.subtract(scope.scalar(1), kept), scope.scalar(PaddedTokens.HIDDEN));
    return scope.unsqueeze(scope.unsqueeze(lowered, 1), 1);
  }

  static TensorInfo imageStatesInfo(NetworkShape shape, String rows) {
    return imageStatesInfo(rows, shape.patches() + 1, shape.image().width());
  }

  static TensorInfo imageStatesInfo(String rows, int tokens, int width) {
    return TensorInfo.float32(
        "image_states", rows, Integer.toString(tokens), Integer.toString(width));
  }
}
