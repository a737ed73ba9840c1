// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.export.graph;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.falcon.onnx.export.tokenizer.Tokenizer;
import dev.falcon.onnx.network.shape.NetworkShape;
import java.util.Locale;

/** ALBEF's pretrained network: two encoders with their projections, and the matching head. */
public record AlbefForm(NetworkShape shape) implements ExportedNetwork {
  @Override
  public void graphs(NamedWeights weights, GraphSink sink) {
    NetworkGraphs graphs = new NetworkGraphs(shape, weights);
    sink.write(GraphFiles.VISION, Docs.IMAGES, graphs.imageEmbedder());
    sink.write(GraphFiles.TEXT, Docs.CAPTIONS, graphs.textEmbedder());
    sink.write(GraphFiles.ITM_VISION, Docs.IMAGE_TOKENS, graphs.imageStates(GraphFiles.ITM_FUSION));
    sink.write(GraphFiles.ITM_FUSION, Docs.MATCHES, graphs.matcher());
  }

  /**
   * Describes the network with CLIP's model type, under which other readers find the encoders and
   * projections.
   */
  @Override
  public void describe(ObjectNode config, Tokenizer tokenizer) {
    config.put("model_type", "clip");
    describe(config, shape, tokenizer);
  }

  static void describe(ObjectNode config, NetworkShape shape, Tokenizer tokenizer) {
    config.put("projection_dim", shape.projection());
    ConfigKeys.encoder(config.putObject("vision_config"), shape.image())
        .put("image_size", shape.imageSize())
        .put("patch_size", shape.patchSize());
    ObjectNode text = ConfigKeys.encoder(config.putObject("text_config"), shape.text());
    text.put("fusion_layers", shape.fusionLayers())
        .put("norm_placement", shape.textNorm().name().toLowerCase(Locale.ROOT))
        .put("vocab_size", shape.vocabulary())
        .put("max_position_embeddings", shape.maxTokens());
    ConfigKeys.tokens(text, tokenizer);
  }
}
