package dev.falcon.onnx.export;

import dev.falcon.onnx.export.NetworkShape.EncoderShape;
import dev.falcon.onnx.export.NetworkShape.NormPlacement;
import dev.falcon.onnx.graph.ElementType;
import dev.falcon.onnx.graph.GraphBuilder;
import dev.falcon.onnx.graph.Value;
import java.util.Optional;

/**
 * The text encoder and the fusion encoder on top of it. Normalising after each sub-block, they are
 * BERT's lower and upper layers; normalising before, the embeddings have neither types nor a
 * normalisation, and a normalisation ends each stack.
 */
record TextEncoder(Layers layers, NetworkShape shape) {
  private static final String TEXT = "text_model.";
  private static final String FUSION = "fusion_model.";

  /** What a score of a token that is padding is lowered by. */
  private static final float MASKED = -10_000;

  /**
   * The mask as what is added to scores.
   *
   * @param attentionMask int64 [batch x length], 1 for a token and 0 for padding
   * @return [batch x 1 x 1 x length]
   */
  Value scoreMask(GraphBuilder graph, Value attentionMask) {
    GraphBuilder scope = graph.scope(TEXT + "mask");
    Value kept = scope.cast(attentionMask, ElementType.FLOAT32);
    Value lowered = scope.multiply(scope.subtract(scope.scalar(1), kept), scope.scalar(MASKED));
    return scope.unsqueeze(scope.unsqueeze(lowered, 1), 1);
  }

  /**
   * Adds the text encoder.
   *
   * @param ids int64 [batch x length]
   * @param mask of {@link #scoreMask}
   * @return tokens [batch x length x width]; the first stands for the whole caption
   */
  Value tokens(GraphBuilder graph, Value ids, Value mask) {
    int width = shape.text().width();
    String name = TEXT + "embeddings";
    GraphBuilder scope = graph.scope(name);
    Value table = layers.weight(scope, name + ".word_embeddings.weight", shape.vocabulary(), width);
    Value allPositions =
        layers.weight(scope, name + ".position_embeddings.weight", shape.maxTokens(), width);
    Value length = scope.shape(ids, 1, 2);
    Value positions = scope.slice(allPositions, 0, scope.integers(0), length);
    Value x = scope.add(scope.gather(table, ids, 0), positions);
    if (shape.textNorm() == NormPlacement.POST) {
      Value types = layers.weight(scope, name + ".token_type_embeddings.weight", 2, width);
      Value typed = scope.add(x, scope.gather(types, scope.integer(0), 0));
      x = layers.norm(graph, typed, name + ".LayerNorm", width, shape.text().normEpsilon());
    }
    Value last =
        stack(TEXT).run(graph, x, shape.text().layers(), Optional.of(mask), Optional.empty());
    return ended(graph, last, TEXT);
  }

  /**
   * Adds the fusion encoder.
   *
   * @param textTokens of {@link #tokens}
   * @param mask of {@link #scoreMask}
   * @param imageTokens [images x (1 + patches) x image width]; images is batch or 1
   * @return tokens [batch x length x width]; the first stands for the pair
   */
  Value fused(GraphBuilder graph, Value textTokens, Value mask, Value imageTokens) {
    TransformerStack.Memory memory =
        new TransformerStack.Memory(imageTokens, shape.image().width());
    Value last =
        stack(FUSION)
            .run(graph, textTokens, shape.fusionLayers(), Optional.of(mask), Optional.of(memory));
    return ended(graph, last, FUSION);
  }

  private TransformerStack stack(String prefix) {
    EncoderShape text = shape.text();
    return new TransformerStack(
        layers, prefix + "encoder.layer.", BlockNames.BERT, text, shape.textNorm());
  }

  private Value ended(GraphBuilder graph, Value tokens, String prefix) {
    EncoderShape text = shape.text();
    return shape.textNorm() == NormPlacement.POST
        ? tokens
        : layers.norm(
            graph, tokens, prefix + "encoder.LayerNorm", text.width(), text.normEpsilon());
  }
}
