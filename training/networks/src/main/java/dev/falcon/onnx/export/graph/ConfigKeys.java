// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.export.graph;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.falcon.onnx.export.tokenizer.Tokenizer;
import dev.falcon.onnx.network.shape.NetworkShape.EncoderShape;

/** The common parts of Hugging Face's configurations. */
final class ConfigKeys {
  private ConfigKeys() {}

  static int padding(Tokenizer tokenizer) {
    return tokenizer.id(tokenizer.special().padding());
  }

  /**
   * Adds the ids of the special tokens; without them, readers would use those of the type's usual
   * vocabulary. The id of the padding token stands for a token that the tokenizer does not add.
   */
  static void tokens(ObjectNode config, Tokenizer tokenizer) {
    int padding = padding(tokenizer);
    config
        .put("pad_token_id", padding)
        .put("bos_token_id", tokenizer.special().first().map(tokenizer::id).orElse(padding))
        .put("eos_token_id", tokenizer.special().last().map(tokenizer::id).orElse(padding));
  }

  static ObjectNode encoder(ObjectNode config, EncoderShape shape) {
    return config
        .put("hidden_size", shape.width())
        .put("num_hidden_layers", shape.layers())
        .put("num_attention_heads", shape.heads())
        .put("intermediate_size", shape.feedForward())
        .put("hidden_act", "gelu")
        .put("layer_norm_eps", shape.normEpsilon());
  }
}
