// SPDX-License-Identifier: Apache-2.0
package dev.falcon.benchmarks.material;

import dev.falcon.data.Provenance;
import dev.falcon.data.RandomStream;
import dev.falcon.onnx.graph.GraphBuilder;
import dev.falcon.onnx.graph.ModelMetadata;
import dev.falcon.onnx.graph.Tensor;
import dev.falcon.onnx.graph.TensorInfo;
import dev.falcon.onnx.graph.Value;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * A model folder of a chosen cost with random weights: images of 224 pixels in patches of 16, then
 * residual blocks of two matrix products a token, as in the perceptrons of a vision transformer.
 * Captions go through such blocks, too.
 *
 * @param layers how many blocks; 12 of width 768 cost two thirds of a ViT-B/16
 * @param width of a token
 * @param textLayers the same for captions; 12 of width 512 and length 77 cost two thirds of CLIP's
 * @param textWidth of a caption's token
 * @param textLength how many tokens a caption is padded to
 */
public record SyntheticEncoder(
    int layers, int width, int textLayers, int textWidth, int textLength) {
  /** Its images cost little beside their decoding. */
  static final SyntheticEncoder SMALL = new SyntheticEncoder(1, 64, 0, 256, 16);

  /** Its images cost about as much as their decoding. */
  static final SyntheticEncoder MIDDLE = new SyntheticEncoder(4, 192, 0, 256, 16);

  /** Its images cost much. */
  static final SyntheticEncoder LARGE = new SyntheticEncoder(12, 768, 0, 256, 16);

  /** Its captions cost about as much as CLIP's. */
  static final SyntheticEncoder LONG_TEXTS = new SyntheticEncoder(1, 64, 12, 512, 77);

  private static final int SIDE = 224;
  private static final int PATCH = 16;
  private static final int DIMENSION = 256;
  private static final List<String> WORDS = List.of("[PAD]", "[UNK]", "a", "photo", "of", "noise");

  /** The folder that is called so: one of these, which is written now, or somebody's own. */
  public static Path folder(String name, Scratch scratch) throws IOException {
    return switch (name) {
      case "small" -> SMALL.write(scratch.resolve(name));
      case "middle" -> MIDDLE.write(scratch.resolve(name));
      case "large" -> LARGE.write(scratch.resolve(name));
      case "long-texts" -> LONG_TEXTS.write(scratch.resolve(name));
      default -> Path.of(name);
    };
  }

  /** Writes the folder. */
  Path write(Path folder) throws IOException {
    Files.createDirectories(folder);
    RandomStream random = RandomStream.of(1, "benchmark");
    vision(random).write(folder.resolve("vision_model.onnx"), metadata("vision_model"));
    text(random).write(folder.resolve("text_model.onnx"), metadata("text_model"));
    Files.writeString(
        folder.resolve("preprocessor_config.json"),
        """
        {"size": {"shortest_edge": 224}, "crop_size": {"height": 224, "width": 224},
         "resample": 3, "do_center_crop": true, "do_normalize": true, "do_rescale": true,
         "image_mean": [0.5, 0.5, 0.5], "image_std": [0.25, 0.25, 0.25]}
        """);
    StringBuilder vocabulary = new StringBuilder();
    for (int id = 0; id < WORDS.size(); id++) {
      vocabulary
          .append(id == 0 ? "" : ", ")
          .append(String.format(Locale.ROOT, "\"%s\": %d", WORDS.get(id), id));
    }
    Files.writeString(
        folder.resolve("tokenizer.json"),
        """
        {"version": "1.0", "truncation": null, "padding": null, "added_tokens": [],
         "normalizer": {"type": "Lowercase"}, "pre_tokenizer": {"type": "Whitespace"},
         "post_processor": null, "decoder": null,
         "model": {"type": "WordLevel", "unk_token": "[UNK]", "vocab": {%s}}}
        """
            .formatted(vocabulary));
    Files.writeString(
        folder.resolve("tokenizer_config.json"),
        String.format(
            Locale.ROOT, "{\"model_max_length\": %d, \"pad_token\": \"[PAD]\"}", textLength));
    return folder;
  }

  private static ModelMetadata metadata(String name) {
    return ModelMetadata.of(
        name, "Random weights.", Provenance.of("benchmark", 1, Map.of(), List.of()));
  }

  private GraphBuilder vision(RandomStream random) {
    GraphBuilder graph = new GraphBuilder();
    Value pixels =
        graph.input(TensorInfo.float32("pixel_values", "batch", "3", "" + SIDE, "" + SIDE));
    Value patches =
        graph.convolution(
            pixels,
            graph.weight("patch", weights(random, 3 * PATCH * PATCH, width, 3, PATCH, PATCH)),
            graph.weight("patch_bias", weights(random, 1, width)),
            PATCH);
    int tokens = SIDE / PATCH * (SIDE / PATCH);
    Value x = graph.transpose(graph.reshape(patches, 0, width, tokens), 0, 2, 1);
    Value vectors = vectors(graph, random, x, layers, width);
    graph.output(TensorInfo.float32("image_embeds", "batch", "" + DIMENSION), vectors);
    return graph;
  }

  /** Blocks over tokens, and the vector of their mean. */
  private static Value vectors(
      GraphBuilder graph, RandomStream random, Value tokens, int layers, int width) {
    Value x = tokens;
    for (int layer = 0; layer < layers; layer++) {
      Value up = graph.weight("up." + layer, weights(random, width, width, 4L * width));
      Value down = graph.weight("down." + layer, weights(random, 4 * width, 4L * width, width));
      x = graph.add(x, graph.matMul(graph.relu(graph.matMul(x, up)), down));
    }
    Value head = graph.weight("head", weights(random, width, width, DIMENSION));
    return graph.matMul(graph.mean(x, 1), head);
  }

  private GraphBuilder text(RandomStream random) {
    GraphBuilder graph = new GraphBuilder();
    Value ids = graph.input(TensorInfo.int64("input_ids", "batch", "length"));
    Value table = graph.weight("table", weights(random, 1, WORDS.size(), textWidth));
    Value vectors = vectors(graph, random, graph.gather(table, ids, 0), textLayers, textWidth);
    graph.output(TensorInfo.float32("text_embeds", "batch", "" + DIMENSION), vectors);
    return graph;
  }

  private static Tensor weights(RandomStream random, int fanIn, long... shape) {
    float[] values = new float[Math.toIntExact(Tensor.elementCount(shape))];
    for (int i = 0; i < values.length; i++) {
      values[i] = (float) (random.nextGaussian() / Math.sqrt(fanIn));
    }
    return Tensor.float32(values, shape);
  }
}
