package dev.falcon.onnx.export;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.falcon.data.file.Json;
import dev.falcon.onnx.export.tokenizer.Tokenizer;
import dev.falcon.onnx.internal.config.FolderConfig;
import dev.falcon.onnx.internal.config.PreprocessorConfig;
import dev.falcon.onnx.network.shape.AnswerShape;
import dev.falcon.onnx.network.shape.Blip2Shape;
import dev.falcon.onnx.network.shape.ModelShape;
import dev.falcon.onnx.network.shape.NetworkShape;
import dev.falcon.onnx.network.shape.NetworkShape.EncoderShape;
import dev.falcon.onnx.network.shape.SiglipShape;
import dev.falcon.onnx.network.shape.StatementShape;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/** Writes what a model folder says of its network and of its images, with Hugging Face's keys. */
final class ConfigFiles {
  /** Two encoders and their projections, by which other readers find the graphs. */
  private static final String MODEL_TYPE = "clip";

  /** What has no vectors that other readers could look for. */
  private static final String TASK_TYPE = "albef";

  private static final String TANH_GELU = "gelu_pytorch_tanh";

  /** Pillow's number for bicubic. */
  private static final int BICUBIC = 3;

  private ConfigFiles() {}

  static void writeConfig(Path folder, TrainedModel model) {
    ObjectNode config = Json.mapper().createObjectNode();
    if (model.shape() instanceof NetworkShape albef) {
      config.put("model_type", MODEL_TYPE);
      albef(config, albef, model);
    } else if (model.shape() instanceof AnswerShape answer) {
      config.put("model_type", TASK_TYPE).put("task", "vqa");
      albef(config, answer.base(), model);
    } else if (model.shape() instanceof StatementShape statement) {
      config.put("model_type", TASK_TYPE).put("task", "nlvr").put("images", statement.images());
      albef(config, statement.base(), model);
    } else if (model.shape() instanceof SiglipShape siglip) {
      siglip(config, siglip, model.text().tokenizer());
    } else if (model.shape() instanceof Blip2Shape blip2) {
      blip2(config, blip2, model.text().tokenizer());
    }
    config.set("provenance", Json.mapper().valueToTree(model.provenance()));
    Json.write(folder.resolve(FolderConfig.MODEL), config);
  }

  private static void albef(ObjectNode config, NetworkShape shape, TrainedModel model) {
    config.put("projection_dim", shape.projection());
    encoder(config.putObject("vision_config"), shape.image())
        .put("image_size", shape.imageSize())
        .put("patch_size", shape.patchSize());
    encoder(config.putObject("text_config"), shape.text())
        .put("fusion_layers", shape.fusionLayers())
        .put("norm_placement", shape.textNorm().name().toLowerCase(Locale.ROOT))
        .put("vocab_size", shape.vocabulary())
        .put("max_position_embeddings", shape.maxTokens())
        .put("pad_token_id", padding(model.text().tokenizer()));
  }

  /** As Hugging Face's {@code SiglipConfig} reads it. */
  private static void siglip(ObjectNode config, SiglipShape shape, Tokenizer tokenizer) {
    config.put("model_type", "siglip").putArray("architectures").add("SiglipModel");
    encoder(config.putObject("text_config"), shape.text())
        .put("hidden_act", TANH_GELU)
        .put("model_type", "siglip_text_model")
        .put("vocab_size", shape.vocabulary())
        .put("max_position_embeddings", shape.maxTokens())
        .put("projection_size", shape.projection())
        .put("pad_token_id", padding(tokenizer));
    encoder(config.putObject("vision_config"), shape.image())
        .put("hidden_act", TANH_GELU)
        .put("model_type", "siglip_vision_model")
        .put("num_channels", 3)
        .put("image_size", shape.imageSize())
        .put("patch_size", shape.patchSize());
  }

  /** As Hugging Face's {@code Blip2Config} reads it. */
  private static void blip2(ObjectNode config, Blip2Shape shape, Tokenizer tokenizer) {
    config
        .put("model_type", "blip-2")
        .put("num_query_tokens", shape.queries())
        .put("image_text_hidden_size", shape.projection())
        .putArray("architectures")
        .add("Blip2ForImageTextRetrieval");
    encoder(config.putObject("qformer_config"), shape.text())
        .put("model_type", "blip_2_qformer")
        .put("vocab_size", shape.vocabulary())
        .put("max_position_embeddings", shape.maxTokens())
        .put("pad_token_id", padding(tokenizer))
        .put("encoder_hidden_size", shape.image().width())
        .put("cross_attention_frequency", 2)
        .put("use_qformer_text_input", true);
    encoder(config.putObject("vision_config"), shape.image())
        .put("model_type", "blip_2_vision_model")
        .put("qkv_bias", true)
        .put("image_size", shape.imageSize())
        .put("patch_size", shape.patchSize());
  }

  private static int padding(Tokenizer tokenizer) {
    return tokenizer.id(tokenizer.special().padding());
  }

  /** What Hugging Face's files cannot say. */
  static void writeTextSettings(Path folder, TrainedModel model) {
    ObjectNode settings = Json.mapper().createObjectNode();
    settings.put("text_cleaning", model.text().cleaning().id());
    // SigLIP looks at padding, so that captions must have all of it.
    settings.put("padding", model.shape().readsPadding() ? "max_length" : "longest");
    if (model.text().maxWords() < Integer.MAX_VALUE) {
      settings.put("max_words", model.text().maxWords());
    }
    if (model.shape() instanceof Blip2Shape blip2) {
      settings
          .put("max_length", model.text().maxTokens())
          .put("vectors_per_image", blip2.queries())
          .put("match_score", "logit+similarity");
    }
    Json.write(folder.resolve(FolderConfig.FALCON), settings);
  }

  static void writePreprocessor(Path folder, ModelShape shape, TrainedModel.Pixels pixels) {
    int side = shape.imageSize();
    ObjectNode config = Json.mapper().createObjectNode();
    config
        .put("image_processor_type", imageProcessor(shape))
        .put("do_convert_rgb", true)
        .put("do_resize", true);
    config.putObject("size").put("height", side).put("width", side);
    config
        .put("resample", BICUBIC)
        .put("do_center_crop", false)
        .put("do_rescale", true)
        .put("rescale_factor", 1 / 255.0)
        .put("do_normalize", true);
    fill(config.putArray("image_mean"), pixels.mean());
    fill(config.putArray("image_std"), pixels.standardDeviation());
    Json.write(folder.resolve(PreprocessorConfig.FILE), config);
  }

  private static String imageProcessor(ModelShape shape) {
    if (shape instanceof SiglipShape) {
      return "SiglipImageProcessor";
    }
    return shape instanceof Blip2Shape ? "BlipImageProcessor" : "CLIPImageProcessor";
  }

  private static ObjectNode encoder(ObjectNode config, EncoderShape shape) {
    return config
        .put("hidden_size", shape.width())
        .put("num_hidden_layers", shape.layers())
        .put("num_attention_heads", shape.heads())
        .put("intermediate_size", shape.feedForward())
        .put("hidden_act", "gelu")
        .put("layer_norm_eps", shape.normEpsilon());
  }

  private static void fill(ArrayNode array, List<Float> values) {
    values.forEach(array::add);
  }
}
