// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.export;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.falcon.data.file.Json;
import dev.falcon.onnx.export.graph.ExportedNetwork;
import dev.falcon.onnx.internal.config.FolderConfig;
import dev.falcon.onnx.internal.config.PreprocessorConfig;
import java.nio.file.Path;
import java.util.List;

/**
 * Writes a model folder's configuration files for the network and for the preprocessing of images,
 * with Hugging Face's keys.
 */
final class ConfigFiles {
  private ConfigFiles() {}

  static void writeConfig(Path folder, TrainedModel model) {
    ObjectNode config = Json.mapper().createObjectNode();
    model.network().describe(config, model.text().tokenizer());
    config.set("provenance", Json.mapper().valueToTree(model.provenance()));
    Json.write(folder.resolve(FolderConfig.MODEL), config);
  }

  /** Writes the settings that have no key in Hugging Face's files. */
  static void writeTextSettings(Path folder, TrainedModel model) {
    ObjectNode settings = Json.mapper().createObjectNode();
    settings.put("text_cleaning", model.text().cleaning().id());
    // SigLIP attends to padding, so captions must be padded to full length.
    settings.put("padding", model.network().shape().readsPadding() ? "max_length" : "longest");
    if (model.text().maxWords() < Integer.MAX_VALUE) {
      settings.put("max_words", model.text().maxWords());
    }
    model.network().settle(settings, model.text().maxTokens());
    Json.write(folder.resolve(FolderConfig.FALCON), settings);
  }

  static void writePreprocessor(Path folder, ExportedNetwork network, TrainedModel.Pixels pixels) {
    int side = network.shape().imageSize();
    ObjectNode config = Json.mapper().createObjectNode();
    config
        .put("image_processor_type", network.imageProcessor())
        .put("do_convert_rgb", true)
        .put("do_resize", true);
    config.putObject("size").put("height", side).put("width", side);
    config
        .put("resample", PreprocessorConfig.PILLOW.indexOf(pixels.filter()))
        .put("do_center_crop", false)
        .put("do_rescale", true)
        .put("rescale_factor", 1 / 255.0)
        .put("do_normalize", true);
    fill(config.putArray("image_mean"), pixels.mean());
    fill(config.putArray("image_std"), pixels.standardDeviation());
    Json.write(folder.resolve(PreprocessorConfig.FILE), config);
  }

  private static void fill(ArrayNode array, List<Float> values) {
    values.forEach(array::add);
  }
}
