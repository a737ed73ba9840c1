// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.export.graph;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.falcon.onnx.export.tokenizer.Tokenizer;
import dev.falcon.onnx.network.shape.Blip2Shape;

/** A BLIP-2 network of stage 1, which gives several vectors per image. */
public record Blip2Form(Blip2Shape shape) implements ExportedNetwork {
  @Override
  public void graphs(NamedWeights weights, GraphSink sink) {
    Blip2Graphs graphs = new Blip2Graphs(shape, weights);
    sink.write(GraphFiles.VISION, Docs.IMAGES, graphs.imageEmbedder());
    sink.write(GraphFiles.TEXT, Docs.CAPTIONS, graphs.textEmbedder());
    sink.write(GraphFiles.ITM_VISION, Docs.IMAGE_TOKENS, graphs.imageStates());
    sink.write(GraphFiles.ITM_FUSION, Docs.MATCHES, graphs.matcher());
  }

  /** Describes the network in the form that Hugging Face's {@code Blip2Config} reads. */
  @Override
  public void describe(ObjectNode config, Tokenizer tokenizer) {
    config
        .put("model_type", "blip-2")
        .put("num_query_tokens", shape.queries())
        .put("image_text_hidden_size", shape.projection())
        .putArray("architectures")
        .add("Blip2ForImageTextRetrieval");
    ConfigKeys.encoder(config.putObject("qformer_config"), shape.text())
        .put("model_type", "blip_2_qformer")
        .put("vocab_size", shape.vocabulary())
        .put("max_position_embeddings", shape.maxTokens())
        .put("pad_token_id", ConfigKeys.padding(tokenizer))
        .put("encoder_hidden_size", shape.image().width())
        .put("cross_attention_frequency", 2)
        .put("use_qformer_text_input", true);
    ConfigKeys.encoder(config.putObject("vision_config"), shape.image())
        .put("model_type", "blip_2_vision_model")
        .put("qkv_bias", true)
        .put("image_size", shape.imageSize())
        .put("patch_size", shape.patchSize());
  }

  @Override
  public void settle(ObjectNode settings, int maxTokens) {
    settings
        .put("max_length", maxTokens)
        .put("vectors_per_image", shape.queries())
        .put("match_score", "logit+similarity");
  }

  @Override
  public String imageProcessor() {
    return "BlipImageProcessor";
  }
}
