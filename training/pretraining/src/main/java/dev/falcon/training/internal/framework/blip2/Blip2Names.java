// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.framework.blip2;

import dev.falcon.onnx.network.Blip2Network;
import dev.falcon.onnx.network.block.QFormer;
import dev.falcon.training.internal.store.SafeTensors;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The names of Falcon's parameters in checkpoints. */
enum Blip2Names {
  /** Hugging Face's names, which are also Falcon's. */
  HUGGING_FACE {
    @Override
    List<String> of(String name) {
      return List.of(name);
    }
  },

  /** LAVIS' names, with the biases of an image encoder's block in two tensors. */
  LAVIS {
    @Override
    List<String> of(String name) {
      String theirs = name;
      for (Map.Entry<String, String> part : PARTS.entrySet()) {
        theirs = theirs.replace(part.getKey(), part.getValue());
      }
      return theirs.endsWith(JOINED_BIAS)
          ? List.of(theirs.replace(JOINED_BIAS, ".q_bias"), theirs.replace(JOINED_BIAS, ".v_bias"))
          : List.of(theirs);
    }
  },

  /** BERT's names, without queries or an image; queries are initialised like its tokens. */
  BERT {
    @Override
    List<String> of(String name) {
      String theirs =
          name.replace("qformer.layernorm", "embeddings.LayerNorm")
              .replace("qformer.", "")
              .replace("attention.attention.", "attention.self.")
              .replace("_query.", ".")
              .replace(Blip2Network.WORD_HEAD, "cls.predictions.");
      return List.of(theirs);
    }

    @Override
    boolean restarts(String name) {
      return super.restarts(name)
          || name.equals(QFormer.QUERIES)
          || name.contains("crossattention.")
          || name.contains("_projection.")
          || name.startsWith("itm_head.");
    }
  };

  private static final String JOINED_BIAS = ".qkv.bias";

  /** The parts of Falcon's names that are replaced, in the order of replacement. */
  private static final Map<String, String> PARTS = parts();

  private static Map<String, String> parts() {
    Map<String, String> parts = new LinkedHashMap<>();
    parts.put("vision_model.post_layernorm", "ln_vision");
    parts.put("vision_model.embeddings.class_embedding", "visual_encoder.cls_token");
    parts.put("vision_model.embeddings.position_embedding", "visual_encoder.pos_embed");
    parts.put("vision_model.embeddings.patch_embedding", "visual_encoder.patch_embed.proj");
    parts.put("vision_model.encoder.layers.", "visual_encoder.blocks.");
    parts.put(".layer_norm", ".norm");
    parts.put(".self_attn.projection", ".attn.proj");
    parts.put(".self_attn.qkv", ".attn.qkv");
    parts.put("attention.attention.", "attention.self.");
    parts.put("qformer.layernorm", "Qformer.bert.embeddings.LayerNorm");
    parts.put("qformer.encoder.", "Qformer.bert.encoder.");
    parts.put("embeddings.word_embeddings", "Qformer.bert.embeddings.word_embeddings");
    parts.put("embeddings.position_embeddings", "Qformer.bert.embeddings.position_embeddings");
    parts.put("mlm_head.", "Qformer.cls.predictions.");
    parts.put("vision_projection", "vision_proj");
    parts.put("text_projection", "text_proj");
    parts.put("temperature", "temp");
    return parts;
  }

  /** Returns the names of a file. */
  static Blip2Names of(SafeTensors file) {
    if (begins(file, "Qformer.") || begins(file, "visual_encoder.")) {
      return LAVIS;
    }
    boolean bert = file.contains("bert.embeddings.word_embeddings.weight");
    return bert || begins(file, "encoder.layer.") ? BERT : HUGGING_FACE;
  }

  private static boolean begins(SafeTensors file, String prefix) {
    return file.names().stream().anyMatch(name -> name.startsWith(prefix));
  }

  /** Returns whether a parameter that a file lacks is initialised as without a file. */
  boolean restarts(String name) {
    return name.equals("temperature") || name.startsWith(Blip2Network.WORD_HEAD);
  }

  /**
   * Returns the names of the tensors that hold a parameter: one tensor, or the biases of query and
   * value.
   */
  abstract List<String> of(String name);
}
