// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.export.graph;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.falcon.onnx.export.tokenizer.Tokenizer;
import dev.falcon.onnx.network.shape.SiglipShape;

/** A SigLIP network, whose captions are padded to full length. */
public record SiglipForm(SiglipShape shape) implements ExportedNetwork {
  private static final String TANH_GELU = "gelu_pytorch_tanh";

  @Override
  public void graphs(NamedWeights weights, GraphSink sink) {
    SiglipGraphs graphs = new SiglipGraphs(shape, weights);
    sink.write(GraphFiles.VISION, Docs.IMAGES, graphs.image());
    sink.write(GraphFiles.TEXT, Docs.CAPTIONS, graphs.text());
  }

  /** Describes the network in the form that Hugging Face's {@code SiglipConfig} reads. */
  @Override
  public void describe(ObjectNode config, Tokenizer tokenizer) {
    config.put("model_type", "siglip").putArray("architectures").add("SiglipModel");
    ObjectNode text = ConfigKeys.encoder(config.putObject("text_config"), shape.text());
    text.put("hidden_act", TANH_GELU)
        .put("model_type", "siglip_text_model")
        .put("vocab_size", shape.vocabulary())
        .put("max_position_embeddings", shape.maxTokens())
        .put("projection_size", shape.projection());
    ConfigKeys.tokens(text, tokenizer);
    ConfigKeys.encoder(config.putObject("vision_config"), shape.image())
        .put("hidden_act", TANH_GELU)
        .put("model_type", "siglip_vision_model")
        .put("num_channels", 3)
        .put("image_size", shape.imageSize())
        .put("patch_size", shape.patchSize());
  }

  @Override
  public String imageProcessor() {
    return "SiglipImageProcessor";
  }
}
