// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.audit;

import dev.falcon.data.Provenance;
import dev.falcon.onnx.graph.ElementType;
import dev.falcon.onnx.graph.GraphBuilder;
import dev.falcon.onnx.graph.ModelMetadata;
import dev.falcon.onnx.graph.Tensor;
import dev.falcon.onnx.graph.TensorInfo;
import dev.falcon.onnx.graph.Value;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * A one-file matcher in BLIP's form, which is right about colours only if pictures and captions are
 * prepared as BLIP's were: 2 pixels a side with BLIP's kind of normalisation; captions in lower
 * case without punctuation, begun by {@code [ENC]} and cut at five tokens.
 */
final class BlipForm {
  static final int MOST_TOKENS = 5;

  private static final List<String> VOCABULARY =
      List.of("[PAD]", "[UNK]", "[CLS]", "[SEP]", "[ENC]", "red", "green", "blue");

  private static final float[] COLOURS = {
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1
  };

  /** A caption that begins with [CLS] never matches; one that [PAD] counts in, neither. */
  private static final float[] GATES = {-100, 0, -100, 0, 0, 0, 0, 0};

  private BlipForm() {}

  /**
   * Writes the folder.
   *
   * @param slope by what the product of colours, 0 or 1, is multiplied in each logit; as many as
   *     the output is wide
   */
  static Path write(Path folder, float... slope) {
    text(
        folder,
        "preprocessor_config.json",
        """
        {"image_processor_type": "BlipImageProcessor", "size": {"height": 2, "width": 2},
         "resample": 3, "do_rescale": true, "rescale_factor": 0.00392156862745098,
         "do_normalize": true, "image_mean": [0.5, 0.4, 0.3], "image_std": [0.25, 0.2, 0.1]}
        """);
    text(folder, "config.json", "{\"model_type\": \"blip\"}");
    text(folder, "falcon.json", String.format(Locale.ROOT, "{\"max_length\": %d}", MOST_TOKENS));
    StringBuilder vocabulary = new StringBuilder();
    for (int id = 0; id < VOCABULARY.size(); id++) {
      vocabulary
          .append(id == 0 ? "" : ", ")
          .append(String.format(Locale.ROOT, "\"%s\": %d", VOCABULARY.get(id), id));
    }
    text(
        folder,
        "tokenizer.json",
        """
        {"version": "1.0", "truncation": null, "padding": null, "added_tokens": [],
         "normalizer": null, "pre_tokenizer": {"type": "WhitespaceSplit"}, "decoder": null,
         "post_processor": {"type": "BertProcessing", "sep": ["[SEP]", 3], "cls": ["[CLS]", 2]},
         "model": {"type": "WordLevel", "unk_token": "[UNK]", "vocab": {%s}}}
        """
            .formatted(vocabulary));
    GraphBuilder graph = new GraphBuilder();
    Value logits = logits(graph, slope);
    graph.output(TensorInfo.float32("logits", "batch", "" + slope.length), logits);
    return write(graph, folder);
  }

  /** The same with the probability as its output. */
  static Path writeProbability(Path folder) {
    write(folder, 8);
    GraphBuilder graph = new GraphBuilder();
    Value probability = graph.sigmoid(logits(graph, 8));
    graph.output(TensorInfo.float32("itm_score", "batch", "1"), probability);
    return write(graph, folder);
  }

  private static Path write(GraphBuilder graph, Path folder) {
    graph.write(
        folder.resolve("itm_model.onnx"),
        ModelMetadata.of("blip", "", Provenance.of("test", 0, Map.of(), List.of())));
    return folder;
  }

  private static Value logits(GraphBuilder graph, float... slope) {
    Value pixels = graph.input(TensorInfo.float32("pixel_values", "batch", "3", "2", "2"));
    Value ids = graph.input(TensorInfo.int64("input_ids", "batch", "tokens"));
    Value mask = graph.input(TensorInfo.int64("attention_mask", "batch", "tokens"));
    // Undoes the normalisation, so that a picture's colour is 1 and the others 0.
    Value picture =
        graph.add(
            graph.multiply(
                graph.mean(graph.reshape(pixels, 0, 3, 4), 2),
                weight(graph, "deviation", 0.25f, 0.2f, 0.1f)),
            weight(graph, "mean", 0.5f, 0.4f, 0.3f));
    Value seen = graph.unsqueeze(graph.cast(mask, ElementType.FLOAT32), 2);
    Value caption = sum(graph, graph.multiply(rows(graph, "colours", COLOURS, ids), seen));
    Value gate = sum(graph, graph.multiply(rows(graph, "gates", GATES, ids), seen));
    Value product =
        graph
            .node("ReduceSum", graph.multiply(caption, picture), graph.integers(1))
            .integer("keepdims", 1)
            .output();
    float[] bias = new float[slope.length];
    bias[slope.length - 1] = -4;
    float[] gated = new float[slope.length];
    gated[slope.length - 1] = 1;
    return graph.add(
        graph.add(
            graph.multiply(product, weight(graph, "slope", slope)),
            graph.multiply(gate, weight(graph, "gated", gated))),
        weight(graph, "bias", bias));
  }

  private static Value weight(GraphBuilder graph, String name, float... values) {
    return graph.weight(name, Tensor.float32(values, 1, values.length));
  }

  private static Value rows(GraphBuilder graph, String name, float[] table, Value ids) {
    int words = VOCABULARY.size();
    return graph.gather(
        graph.weight(name, Tensor.float32(table, words, table.length / words)), ids, 0);
  }

  private static Value sum(GraphBuilder graph, Value x) {
    return graph.node("ReduceSum", x, graph.integers(1)).integer("keepdims", 0).output();
  }

  private static void text(Path folder, String name, String content) {
    try {
      Files.createDirectories(folder);
      Files.writeString(folder.resolve(name), content);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
