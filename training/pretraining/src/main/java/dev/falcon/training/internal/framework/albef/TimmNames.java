// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.framework.albef;

import dev.falcon.training.internal.store.SafeTensors;
import java.util.List;

/**
 * timm's names of a ViT's tensors, which DeiT's authors use. There, queries, keys and values are
 * one stacked layer.
 */
final class TimmNames {
  static final String POSITIONS = "pos_embed";
  static final String DISTILLATION_TOKEN = "dist_token";

  private static final String ATTENTION = "attention.attention.";
  private static final List<String> JOINED = List.of("query", "key", "value");

  private TimmNames() {}

  /**
   * The place of a tensor.
   *
   * @param name the name of timm's tensor
   * @param part the index of its part along the first axis, from 0
   * @param parts the number of its parts, which have equal size
   */
  record Place(String name, int part, int parts) {}

  /** Returns whether a file has these names. */
  static boolean are(SafeTensors file) {
    return file.contains("cls_token") && file.contains("blocks.0.attn.qkv.weight");
  }

  /** Returns the place of a tensor by Hugging Face's name, without a model's prefix. */
  static Place of(String name) {
    String plain =
        name.replace("embeddings.cls_token", "cls_token")
            .replace("embeddings.patch_embeddings.projection", "patch_embed.proj")
            .replace("encoder.layer.", "blocks.")
            .replace("attention.output.dense", "attn.proj")
            .replace("intermediate.dense", "mlp.fc1")
            .replace("output.dense", "mlp.fc2")
            .replace("layernorm_before", "norm1")
            .replace("layernorm_after", "norm2")
            .replace("layernorm", "norm");
    int at = plain.indexOf(ATTENTION);
    if (at < 0) {
      return new Place(plain, 0, 1);
    }
    String[] layer = plain.substring(at + ATTENTION.length()).split("\\.", 2);
    String joined = plain.substring(0, at) + "attn.qkv." + layer[1];
    return new Place(joined, JOINED.indexOf(layer[0]), JOINED.size());
  }
}
