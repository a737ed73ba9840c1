// SPDX-License-Identifier: Apache-2.0
package dev.falcon.downstream.generation.internal;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.falcon.data.FalconException;
import dev.falcon.data.RequestException;
import dev.falcon.data.file.Folders;
import dev.falcon.data.file.Json;
import dev.falcon.onnx.network.shape.Blip2Shape;
import dev.falcon.onnx.network.shape.NetworkShape.EncoderShape;
import dev.falcon.onnx.network.shape.OptShape;
import dev.falcon.onnx.text.TextCleaning;
import dev.falcon.onnx.text.TextSettings;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The {@code config.json} of a {@code Blip2ForConditionalGeneration}. Missing keys have the
 * defaults of that class.
 *
 * @param shape the sizes of the image side
 * @param language the sizes of the language model
 * @param padding the id of the padding token
 * @param end the id of the end token
 * @param imageToken the id of the token that stands for a query in a text; empty if texts have none
 */
public record Stage2Config(
    Blip2Shape shape, OptShape language, int padding, int end, OptionalInt imageToken) {
  private static final String BLIP2 = "blip-2";
  private static final String TYPE = "model_type";
  private static final String TEXT = "text_config";
  private static final String IMAGE_TOKEN = "image_token_index";
  private static final float OPT_EPSILON = 1e-5f;

  /** OPT's line break token, which ends BLIP-2's texts. */
  private static final int LINE_BREAK = 50118;

  /**
   * Reads a configuration.
   *
   * @throws FalconException if it is not BLIP-2's, or its language model is not OPT
   */
  public static Stage2Config read(Path file) {
    JsonNode config = tree(file, "a folder of Blip2ForConditionalGeneration");
    require(file, TYPE, config.path(TYPE).asText(), BLIP2);
    return of(file, config, shape(config));
  }

  /**
   * Reads only the configuration of the language model.
   *
   * @param file the {@code config.json} of OPT, or of a BLIP-2 with OPT
   * @param shape the sizes of the image side
   */
  public static Stage2Config readLanguage(Path file, Blip2Shape shape) {
    JsonNode config = tree(file, "a folder of OPT, or of Blip2ForConditionalGeneration");
    return config.path(TYPE).asText().equals(BLIP2)
        ? of(file, config, shape)
        : of(file, config, "", OptionalInt.empty(), shape);
  }

  private static JsonNode tree(Path file, String right) {
    if (!Folders.isFile(file)) {
      throw new FalconException(file + ": there is no such file; expected " + right);
    }
    return Json.readTree(file);
  }

  private static Stage2Config of(Path file, JsonNode config, Blip2Shape shape) {
    JsonNode text = config.path(TEXT);
    if (!text.isObject()) {
      throw new FalconException(
          file + ": names no language model (text_config); expected BLIP-2's second stage");
    }
    JsonNode token = config.path(IMAGE_TOKEN);
    return of(
        file,
        text,
        TEXT + ".",
        token.canConvertToInt() ? OptionalInt.of(token.asInt()) : OptionalInt.empty(),
        shape);
  }

  private static Stage2Config of(
      Path file, JsonNode text, String at, OptionalInt imageToken, Blip2Shape shape) {
    require(file, at + TYPE, text.path(TYPE).asText("opt"), "opt");
    require(
        file,
        at + "do_layer_norm_before",
        text.path("do_layer_norm_before").asText("true"),
        "true");
    require(
        file, at + "activation_function", text.path("activation_function").asText("relu"), "relu");
    int width = text.path("hidden_size").asInt(768);
    int embedded = text.path("word_embed_proj_dim").asInt(width);
    require(file, at + "word_embed_proj_dim", Integer.toString(embedded), Integer.toString(width));
    return new Stage2Config(
        shape,
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
        text.path("eos_token_id").asInt(LINE_BREAK),
        imageToken);
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

  /** Returns a copy with another end token. */
  public Stage2Config withEnd(int token) {
    return new Stage2Config(shape, language, padding, token, imageToken);
  }

  /** Returns the settings of the tokenisation of the language model's texts. */
  public TextSettings text() {
    return new TextSettings(
        TextCleaning.NONE,
        language.maxTokens(),
        TextSettings.Padding.LONGEST,
        padding,
        Optional.empty(),
        true);
  }

  /**
   * Fails if a text may have more tokens than the language model supports.
   *
   * @param tokens the maximum number of tokens per text
   * @param by the reason for the length, for the message
   * @throws RequestException if a text may be too long
   */
  public void requirePlaces(int tokens, String by) {
    if (shape.queries() + tokens > language.maxTokens()) {
      throw new RequestException(
          by
              + ": "
              + tokens
              + " tokens after "
              + shape.queries()
              + " queries; the language model reads "
              + language.maxTokens()
              + " tokens at most");
    }
  }

  /**
   * Returns the configuration as JSON, which {@link #read} and Hugging Face's {@code Blip2Config}
   * read.
   */
  public ObjectNode tree() {
    ObjectNode config = Json.mapper().createObjectNode();
    config
        .put(TYPE, BLIP2)
        .put("num_query_tokens", shape.queries())
        .put("use_decoder_only_language_model", true)
        .putArray("architectures")
        .add("Blip2ForConditionalGeneration");
    imageToken.ifPresent(token -> config.put(IMAGE_TOKEN, token));
    encoder(config.putObject("vision_config"), shape.image())
        .put(TYPE, "blip_2_vision_model")
        .put("image_size", shape.imageSize())
        .put("patch_size", shape.patchSize())
        .put("qkv_bias", true);
    encoder(config.putObject("qformer_config"), shape.text())
        .put(TYPE, "blip_2_qformer")
        .put("encoder_hidden_size", shape.image().width())
        .put("cross_attention_frequency", 2)
        .put("use_qformer_text_input", false);
    EncoderShape blocks = language.blocks();
    config
        .putObject(TEXT)
        .put(TYPE, "opt")
        .put("hidden_size", blocks.width())
        .put("word_embed_proj_dim", blocks.width())
        .put("num_attention_heads", blocks.heads())
        .put("num_hidden_layers", blocks.layers())
        .put("ffn_dim", blocks.feedForward())
        .put("activation_function", "relu")
        .put("do_layer_norm_before", true)
        .put("vocab_size", language.vocabulary())
        .put("max_position_embeddings", language.maxTokens())
        .put("pad_token_id", padding)
        .put("eos_token_id", end);
    return config;
  }

  private static ObjectNode encoder(ObjectNode config, EncoderShape shape) {
    return config
        .put("hidden_size", shape.width())
        .put("num_attention_heads", shape.heads())
        .put("num_hidden_layers", shape.layers())
        .put("intermediate_size", shape.feedForward())
        .put("hidden_act", "gelu")
        .put("layer_norm_eps", shape.normEpsilon());
  }
}
