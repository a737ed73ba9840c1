package dev.falcon.onnx.export;

import dev.falcon.onnx.graph.GraphBuilder;
import dev.falcon.onnx.graph.TensorInfo;
import dev.falcon.onnx.graph.Value;

/**
 * The graphs of an ALBEF network. Batch and text length are open in all of them.
 *
 * <p>The vectors of {@link #imageEmbedder} and {@link #textEmbedder} are the projections
 * themselves, as Hugging Face's CLIP exports give them; whoever compares them divides by their
 * length.
 */
public final class NetworkGraphs {
  private final NetworkShape shape;
  private final Layers layers;
  private final ImageEncoder imageEncoder;
  private final TextEncoder textEncoder;

  /** The graphs of the shape with the weights. */
  public NetworkGraphs(NetworkShape shape, NamedWeights weights) {
    this.shape = shape;
    this.layers = new Layers(weights);
    this.imageEncoder = new ImageEncoder(layers, shape);
    this.textEncoder = new TextEncoder(layers, shape);
  }

  /** pixel_values [batch x 3 x side x side] to image_embeds [batch x projection]. */
  public GraphBuilder imageEmbedder() {
    GraphBuilder graph = new GraphBuilder();
    Value tokens = imageEncoder.tokens(graph, pixels(graph));
    Value embedding =
        layers.linear(
            graph,
            Layers.firstToken(graph, tokens),
            "vision_projection",
            shape.image().width(),
            shape.projection());
    graph.output(
        TensorInfo.float32("image_embeds", "batch", Integer.toString(shape.projection()))
            .describedAs("projections of the images, not of unit length"),
        embedding);
    return graph;
  }

  /** input_ids and attention_mask [batch x length] to text_embeds [batch x projection]. */
  public GraphBuilder textEmbedder() {
    GraphBuilder graph = new GraphBuilder();
    Value ids = ids(graph);
    Value tokens = textEncoder.tokens(graph, ids, textEncoder.scoreMask(graph, mask(graph)));
    Value embedding =
        layers.linear(
            graph,
            Layers.firstToken(graph, tokens),
            "text_projection",
            shape.text().width(),
            shape.projection());
    graph.output(
        TensorInfo.float32("text_embeds", "batch", Integer.toString(shape.projection()))
            .describedAs("projections of the captions, not of unit length"),
        embedding);
    return graph;
  }

  /** pixel_values [batch x 3 x side x side] to image_states [batch x (1 + patches) x width]. */
  public GraphBuilder imageStates() {
    GraphBuilder graph = new GraphBuilder();
    graph.output(
        imageStatesInfo("batch").describedAs("every image's tokens, for itm_fusion_model.onnx"),
        imageEncoder.tokens(graph, pixels(graph)));
    return graph;
  }

  /**
   * image_states [images x (1 + patches) x width], input_ids and attention_mask [batch x length] to
   * logits [batch x 2]. There is one image for every caption, or one for all of them.
   */
  public GraphBuilder matcher() {
    GraphBuilder graph = new GraphBuilder();
    Value images =
        graph.input(
            imageStatesInfo("images")
                .describedAs("the output of itm_vision_model.onnx: a row a caption, or one row"));
    Value ids = ids(graph);
    Value mask = textEncoder.scoreMask(graph, mask(graph));
    Value fused = textEncoder.fused(graph, textEncoder.tokens(graph, ids, mask), mask, images);
    Value logits =
        layers.linear(graph, Layers.firstToken(graph, fused), "itm_head", shape.text().width(), 2);
    graph.output(
        TensorInfo.float32("logits", "batch", "2")
            .describedAs("softmax gives the probabilities of: no match, match"),
        logits);
    return graph;
  }

  private Value pixels(GraphBuilder graph) {
    String side = Integer.toString(shape.imageSize());
    return graph.input(
        TensorInfo.float32("pixel_values", "batch", "3", side, side)
            .describedAs("RGB images, normalised as preprocessor_config.json says"));
  }

  private static Value ids(GraphBuilder graph) {
    return graph.input(
        TensorInfo.int64("input_ids", "batch", "length")
            .describedAs("captions as tokenizer.json cuts them"));
  }

  private static Value mask(GraphBuilder graph) {
    return graph.input(
        TensorInfo.int64("attention_mask", "batch", "length")
            .describedAs("1 for a token, 0 for padding"));
  }

  private TensorInfo imageStatesInfo(String rows) {
    return TensorInfo.float32(
        "image_states",
        rows,
        Integer.toString(shape.patches() + 1),
        Integer.toString(shape.image().width()));
  }
}
