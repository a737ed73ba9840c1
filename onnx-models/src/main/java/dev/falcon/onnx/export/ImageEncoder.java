package dev.falcon.onnx.export;

import dev.falcon.onnx.export.NetworkShape.EncoderShape;
import dev.falcon.onnx.export.NetworkShape.NormPlacement;
import dev.falcon.onnx.graph.GraphBuilder;
import dev.falcon.onnx.graph.Value;
import java.util.Optional;

/** A vision transformer: patches, a class token, learned positions, blocks, a normalisation. */
record ImageEncoder(Layers layers, NetworkShape shape) {
  private static final String PREFIX = "vision_model.";

  /**
   * Adds the encoder.
   *
   * @param pixels [batch x 3 x side x side], normalised
   * @return tokens [batch x (1 + patches) x width]; the first stands for the whole image
   */
  Value tokens(GraphBuilder graph, Value pixels) {
    EncoderShape image = shape.image();
    int width = image.width();
    int patches = shape.patches();
    String name = PREFIX + "embeddings";
    GraphBuilder scope = graph.scope(name);
    Value cut =
        scope.convolution(
            pixels,
            layers.weight(
                scope,
                name + ".patch_embeddings.projection.weight",
                width,
                3,
                shape.patchSize(),
                shape.patchSize()),
            layers.weight(scope, name + ".patch_embeddings.projection.bias", width),
            shape.patchSize());
    Value embedded = scope.transpose(scope.reshape(cut, 0, width, patches), 0, 2, 1);
    Value batch = scope.shape(pixels, 0, 1);
    Value first =
        scope.expand(
            layers.weight(scope, name + ".cls_token", 1, 1, width),
            scope.concat(0, batch, scope.integers(1, width)));
    Value positions = layers.weight(scope, name + ".position_embeddings", 1, patches + 1, width);
    Value x = scope.add(scope.concat(1, first, embedded), positions);
    TransformerStack stack =
        new TransformerStack(
            layers, PREFIX + "encoder.layer.", BlockNames.VIT, image, NormPlacement.PRE);
    Value last = stack.run(graph, x, image.layers(), Optional.empty(), Optional.empty());
    return layers.norm(graph, last, PREFIX + "layernorm", width, image.normEpsilon());
  }
}
