// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.network.block;

import dev.falcon.onnx.network.block.TensorAlgebra.TokenLayout;
import dev.falcon.onnx.network.shape.NetworkShape.EncoderShape;
import dev.falcon.onnx.network.shape.NetworkShape.NormPlacement;
import dev.falcon.onnx.network.shape.SiglipShape;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * CapPa's decoder (Tschannen et al., 2023): predicts captions from an image's tokens, token by
 * token or all tokens at once. It is used only in training and is not exported.
 */
public final class CaptionDecoder {
  /** The prefix of the names of all its weights. */
  public static final String PREFIX = "decoder.";

  /** The name of its embedding table; the last row is that of the mask token. */
  public static final String WORDS = PREFIX + "token_embedding.weight";

  private static final String POSITIONS = PREFIX + "position_embedding.weight";
  private static final String LAST_NORM = PREFIX + "final_layer_norm";
  private static final String LOGITS = PREFIX + "logits";

  private final SiglipShape shape;
  private final int words;
  private final EncoderShape blockShape;
  private final List<TransformerBlock> blocks = new ArrayList<>();

  /**
   * Creates the decoder of a network.
   *
   * @param words the size of the decoder's vocabulary, which may differ from the text tower's
   */
  public CaptionDecoder(SiglipShape shape, int words) {
    this.shape = shape;
    this.words = words;
    this.blockShape = shape.text();
    for (int i = 0; i < shape.decoderLayers(); i++) {
      String prefix = PREFIX + "layers." + i + ".";
      blocks.add(
          new TransformerBlock(prefix, BlockKind.DECODER, blockShape, NormPlacement.PRE, true));
    }
  }

  /** Returns the id of the mask token, which follows all words. */
  public int maskToken() {
    return words;
  }

  /** Declares the decoder's weights. The output layer is initialised to zero, as in CapPa. */
  public void declare(Declarations declare) {
    int width = blockShape.width();
    declare.weight(
        WORDS, new Declarations.First(Declarations.First.Kind.WORDS, 0), words + 1L, width);
    declare.weight(
        POSITIONS, Declarations.First.normal(1 / Math.sqrt(width)), shape.maxTokens(), width);
    blocks.forEach(block -> block.declare(declare, shape.image().width()));
    declare.layerNorm(LAST_NORM, width);
    declare.weight(LOGITS + ".weight", Declarations.First.constant(0), words, width);
    declare.weight(LOGITS + ".bias", Declarations.First.constant(0), words);
  }

  /**
   * Returns the tokens from which {@link #logits} predicts words.
   *
   * @param fed the previous words or mask tokens, int64 [rows x tokens]
   * @param mask added to the scores of attention within a caption [rows x 1 x tokens x tokens]
   * @param image the image tower's tokens [rows x patches x width]
   * @return [rows x tokens x width]
   */
  public <T> T tokens(TensorAlgebra<T> t, T fed, T mask, T image) {
    T tokens = t.add(t.rows(t.get(WORDS), fed), t.get(POSITIONS));
    TokenLayout<T> layout = new MaskedLayout<>(t.evenly(tokens), mask);
    T x = layout.pack(t, tokens);
    for (TransformerBlock block : blocks) {
      x = block.forward(t, x, layout, Optional.of(block.memory(t, image)), 0);
    }
    return layout.pad(t, t.layerNorm(x, LAST_NORM, blockShape.normEpsilon()));
  }

  /** Returns logits over the words at some tokens; [tokens x width] to [tokens x words]. */
  public <T> T logits(TensorAlgebra<T> t, T tokens) {
    return t.linear(tokens, LOGITS);
  }
}
