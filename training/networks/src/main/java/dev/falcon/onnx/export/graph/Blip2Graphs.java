// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.export.graph;

import dev.falcon.onnx.graph.GraphBuilder;
import dev.falcon.onnx.graph.TensorInfo;
import dev.falcon.onnx.graph.Value;
import dev.falcon.onnx.network.Blip2Network;
import dev.falcon.onnx.network.block.PaddedTokens;
import dev.falcon.onnx.network.block.QFormer;
import dev.falcon.onnx.network.block.TensorAlgebra.TokenLayout;
import dev.falcon.onnx.network.shape.Blip2Shape;
import java.util.Optional;

/**
 * The graphs of a BLIP-2 network of stage 1. Batch and text length are dynamic in all of them.
 * Vectors are the raw projections; callers normalise them and use the most similar one of each
 * image.
 */
public final class Blip2Graphs {
  private final Blip2Shape shape;
  private final Blip2Network network;
  private final NamedWeights weights;

  /** Creates graphs of this shape with these weights. */
  public Blip2Graphs(Blip2Shape shape, NamedWeights weights) {
    this.shape = shape;
    this.network = new Blip2Network(shape);
    this.weights = weights;
  }

  private GraphAlgebra record(GraphBuilder graph) {
    return GraphAlgebra.into(graph, weights, network::declare);
  }

  /**
   * Returns the image encoder: pixel_values [batch x 3 x side x side] to image_embeds [batch x
   * queries x projection].
   */
  public GraphBuilder imageEmbedder() {
    GraphBuilder graph = new GraphBuilder();
    GraphAlgebra algebra = record(graph);
    Value pixels = NetworkGraphs.pixels(graph, shape);
    Value tokens = imageTokens(algebra, pixels);
    QFormer qFormer = network.qFormer();
    Value queries = qFormer.queries(algebra, qFormer.memory(algebra, tokens), pixels, 0).tokens();
    graph.output(
        TensorInfo.float32(
                "image_embeds",
                "batch",
                Integer.toString(shape.queries()),
                Integer.toString(shape.projection()))
            .describedAs("projections of every image's queries, not of unit length"),
        network.imageProjections(algebra, queries));
    return graph;
  }

  private Value imageTokens(GraphAlgebra algebra, Value pixels) {
    return network.vision().normalised(algebra, network.vision().forward(algebra, pixels));
  }

  /**
   * Returns the text encoder: input_ids and attention_mask [batch x length] to text_embeds [batch x
   * projection].
   */
  public GraphBuilder textEmbedder() {
    GraphBuilder graph = new GraphBuilder();
    GraphAlgebra algebra = record(graph);
    Value ids = NetworkGraphs.ids(graph);
    Value mask = NetworkGraphs.mask(graph);
    Value words = words(algebra, ids);
    Value states = network.qFormer().words(algebra, words, Optional.of(hidden(graph, mask)), 0);
    graph.output(
        TensorInfo.float32("text_embeds", "batch", Integer.toString(shape.projection()))
            .describedAs("projections of the captions, not of unit length"),
        network.textProjection(algebra, algebra.at(states, 1, 0)));
    return graph;
  }

  /**
   * Returns the image half of the matcher: pixel_values [batch x 3 x side x side] to image_states
   * [batch x (1 + patches) x width].
   */
  public GraphBuilder imageStates() {
    GraphBuilder graph = new GraphBuilder();
    graph.output(
        imageStatesInfo("batch").describedAs("every image's tokens, for itm_fusion_model.onnx"),
        imageTokens(record(graph), NetworkGraphs.pixels(graph, shape)));
    return graph;
  }

  /**
   * Returns the fusion half of the matcher: image_states [images x (1 + patches) x width],
   * input_ids and attention_mask [batch x length] to logits [batch x 2], the mean of the queries'
   * logits. There is either one image per caption or one image for all captions.
   */
  public GraphBuilder matcher() {
    GraphBuilder graph = new GraphBuilder();
    GraphAlgebra algebra = record(graph);
    Value images =
        graph.input(
            imageStatesInfo("images")
                .describedAs("the output of itm_vision_model.onnx: a row a caption, or one row"));
    Value ids = NetworkGraphs.ids(graph);
    Value mask = NetworkGraphs.mask(graph);
    Value shown = afterQueries(graph, ids, mask);
    graph.output(
        TensorInfo.float32("logits", "batch", "2")
            .describedAs("softmax gives the probabilities of: no match, match"),
        network.matchLogits(
            algebra,
            words(algebra, ids),
            network.qFormer().memory(algebra, images),
            Optional.of(hidden(graph, shown)),
            0));
    return graph;
  }

  private Value words(GraphAlgebra algebra, Value ids) {
    TokenLayout<Value> captions = new PaddedTokens<>(ids, Optional.empty());
    return network.qFormer().embed(algebra, ids, captions);
  }

  /** Returns the mask preceded by a 1 for every query [batch x (queries + length)]. */
  private Value afterQueries(GraphBuilder graph, Value ids, Value mask) {
    GraphBuilder scope = graph.scope("query_tokens.mask");
    Value rows = scope.shape(ids, 0, 1);
    Value ones =
        scope.expand(scope.integer(1), scope.concat(0, rows, scope.integers(shape.queries())));
    return scope.concat(1, ones, mask);
  }

  private static Value hidden(GraphBuilder graph, Value mask) {
    return NetworkGraphs.hidden(graph.scope("text.mask"), mask);
  }

  private TensorInfo imageStatesInfo(String rows) {
    return NetworkGraphs.imageStatesInfo(rows, shape.imageTokens(), shape.image().width());
  }
}
