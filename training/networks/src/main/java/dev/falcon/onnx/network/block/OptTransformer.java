// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.network.block;

import dev.falcon.onnx.network.block.TensorAlgebra.TokenLayout;
import dev.falcon.onnx.network.shape.NetworkShape.NormPlacement;
import dev.falcon.onnx.network.shape.OptShape;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The language model OPT (Zhang et al., 2022), with weights named as in Hugging Face's {@code
 * Blip2ForConditionalGeneration}.
 */
public final class OptTransformer {
  /** The prefix of the names of all its weights. */
  public static final String PREFIX = "language_model.model.decoder.";

  private static final String WORDS = PREFIX + "embed_tokens.weight";
  private static final String POSITIONS = PREFIX + "embed_positions.weight";
  private static final String LAST_NORM = PREFIX + "final_layer_norm";

  /** The number of rows of the table of positions before that of the first token. */
  public static final int FIRST_POSITION = 2;

  private final OptShape shape;
  private final List<TransformerBlock> blocks = new ArrayList<>();

  /** Creates a language model of these sizes. */
  public OptTransformer(OptShape shape) {
    this.shape = shape;
    for (int i = 0; i < shape.blocks().layers(); i++) {
      String prefix = PREFIX + "layers." + i + ".";
      blocks.add(
          new TransformerBlock(prefix, BlockKind.OPT, shape.blocks(), NormPlacement.PRE, false));
    }
  }

  /** Declares the model's weights. */
  public void declare(Declarations declare) {
    int width = shape.blocks().width();
    Declarations.First normal = Declarations.First.normal(Declarations.DEVIATION);
    declare.weight(WORDS, normal, shape.vocabulary(), width);
    declare.weight(POSITIONS, normal, (long) shape.maxTokens() + FIRST_POSITION, width);
    blocks.forEach(block -> block.declare(declare, 0));
    declare.layerNorm(LAST_NORM, width);
  }

  /** Embeds tokens: int64 ids [rows x tokens] to [rows x tokens x width]. */
  public <T> T embed(TensorAlgebra<T> t, T ids) {
    return t.rows(t.get(WORDS), ids);
  }

  /**
   * Runs the model.
   *
   * @param tokens the tokens returned by {@link #embed}, or other inputs in their place [rows x
   *     tokens x width]
   * @param positions the rows of the table of positions, int64 [rows x tokens]
   * @param mask hides later tokens and padding [rows x 1 x tokens x tokens]
   * @return the output at every token [rows x tokens x width]
   */
  public <T> T forward(TensorAlgebra<T> t, T tokens, T positions, T mask) {
    T placed = t.add(tokens, t.rows(t.get(POSITIONS), positions));
    TokenLayout<T> layout = new MaskedLayout<>(t.evenly(placed), mask);
    T x = layout.pack(t, placed);
    for (TransformerBlock block : blocks) {
      x = block.forward(t, x, layout, Optional.empty(), 0);
    }
    return layout.pad(t, t.layerNorm(x, LAST_NORM, shape.blocks().normEpsilon()));
  }

  /** Returns the logits of the next token; [... x width] to [... x vocabulary]. */
  public <T> T logits(TensorAlgebra<T> t, T tokens) {
    T words = t.get(WORDS);
    return t.matMul(tokens, t.transpose(words, 1, 0));
  }
}
