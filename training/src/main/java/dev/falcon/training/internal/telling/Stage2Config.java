package dev.falcon.training.internal.telling;

import com.fasterxml.jackson.databind.JsonNode;
import dev.falcon.data.FalconException;
import dev.falcon.data.file.Json;
import dev.falcon.onnx.network.shape.Blip2Shape;
import dev.falcon.onnx.network.shape.NetworkShape.EncoderShape;
import dev.falcon.onnx.network.shape.OptShape;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalInt;

/**
 * What the {@code config.json} of a {@code Blip2ForConditionalGeneration} says; what its publishers
 * leave out has the class's own value.
 *
 * @param shape of the image's side
 * @param language of the language model
 * @param padding the token that fills short texts up
 * @param end the token that ends what is told
 * @param imageToken that stands for a query in a text; empty where texts hold none
 */
public record Stage2Config(
    Blip2Shape shape, OptShape language, int padding, int end, OptionalInt imageToken) {
  private static final float OPT_EPSILON = 1e-5f;

  /**
   * Reads a configuration.
   *
   * @throws FalconException if it is not BLIP-2's, or its language model is not OPT
   */
  public static Stage2Config read(Path file) {
    if (!Files.isRegularFile(file)) {
      throw new FalconException(
          file
              + ": there is no such file; right would be a folder of Blip2ForConditionalGeneration");
    }
    JsonNode config = Json.readTree(file);
    require(file, "model_type", config.path("model_type").asText(), "blip-2");
    JsonNode text = config.path("text_config");
    if (!text.isObject()) {
      throw new FalconException(
          file + ": names no language model (text_config); right would be BLIP-2's second stage");
    }
    require(file, "text_config.model_type", text.path("model_type").asText("opt"), "opt");
    require(
        file,
        "text_config.do_layer_norm_before",
        text.path("do_layer_norm_before").asText("true"),
        "true");
    require(
        file,
        "text_config.activation_function",
        text.path("activation_function").asText("relu"),
        "relu");
    int width = text.path("hidden_size").asInt(768);
    int embedded = text.path("word_embed_proj_dim").asInt(width);
    require(
        file,
        "text_config.word_embed_proj_dim",
        Integer.toString(embedded),
        Integer.toString(width));
    JsonNode token = config.path("image_token_index");
    return new Stage2Config(
        shape(config),
        new OptShape(
            new EncoderShape(
                width,
                text.path("num_attention_heads").asInt(12),
                text.path("num_hidden_layers").asInt(12),
                text.path("ffn_dim").asInt(3072),
                OPT_EPSILON),
            text.path("vocab_size").asInt(50272),
            text.path("max_position_embeddings").asInt(2048)),
        text.path("pad_token_id").asInt(1),
        text.path("eos_token_id").asInt(50118),
        token.canConvertToInt() ? OptionalInt.of(token.asInt()) : OptionalInt.empty());
  }

  private static Blip2Shape shape(JsonNode config) {
    JsonNode vision = config.path("vision_config");
    JsonNode qFormer = config.path("qformer_config");
    return new Blip2Shape(
        vision.path("image_size").asInt(224),
        vision.path("patch_size").asInt(14),
        new EncoderShape(
            vision.path("hidden_size").asInt(1408),
            vision.path("num_attention_heads").asInt(16),
            vision.path("num_hidden_layers").asInt(39),
            vision.path("intermediate_size").asInt(6144),
            (float) vision.path("layer_norm_eps").asDouble(1e-6)),
        new EncoderShape(
            qFormer.path("hidden_size").asInt(768),
            qFormer.path("num_attention_heads").asInt(12),
            qFormer.path("num_hidden_layers").asInt(12),
            qFormer.path("intermediate_size").asInt(3072),
            (float) qFormer.path("layer_norm_eps").asDouble(1e-12)),
        config.path("num_query_tokens").asInt(32),
        1,
        1,
        1);
  }

  private static void require(Path file, String key, String value, String right) {
    if (!value.equals(right)) {
      throw new FalconException(
          file + ": " + key + " is '" + value + "'; Falcon reads BLIP-2 with '" + right + "'");
    }
  }
}
