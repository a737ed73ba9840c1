// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A model folder whose numbers can be told by hand. A picture has 2 x 2 pixels; its vector is the
 * mean of its red, its green and its blue pixels. A caption's vector is the sum of its tokens' rows
 * in a table.
 */
public final class TinyModel {
  public static final int TOKENS = 6;
  private static final float[] TABLE = {
    0, 0, 0, // [PAD]
    0, 0, 0, // [UNK]
    1, 0, 0, // red
    0, 1, 0, // green
    0, 0, 1, // blue
    3, 4, 0, // mixed
  };

  private final Path folder;

  public TinyModel(Path folder) {
    this.folder = folder;
    config(
        "preprocessor_config.json",
        """
        {"size": {"height": 2, "width": 2}, "resample": 0, "do_normalize": false,
         "do_rescale": false}
        """);
    tokenizer();
  }

  public Path folder() {
    return folder;
  }

  public TinyModel config(String name, String content) {
    try {
      Files.createDirectories(folder);
      Files.writeString(folder.resolve(name), content);
      return this;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void tokenizer() {
    config(
        "tokenizer.json",
        """
        {"version": "1.0", "truncation": null, "padding": null, "added_tokens": [],
         "normalizer": {"type": "Lowercase"}, "pre_tokenizer": {"type": "Whitespace"},
         "post_processor": null, "decoder": null,
         "model": {"type": "WordLevel", "unk_token": "[UNK]",
           "vocab": {"[PAD]": 0, "[UNK]": 1, "red": 2, "green": 3, "blue": 4, "mixed": 5}}}
        """);
    config("tokenizer_config.json", "{\"model_max_length\": 4, \"pad_token\": \"[PAD]\"}");
  }

  public TinyModel vision(String file, String output) {
    visionInto(new TestGraph(), output).write(folder.resolve(file));
    return this;
  }

  public TinyModel text(String file, String output, int idType) {
    textInto(new TestGraph(), output, idType).write(folder.resolve(file));
    return this;
  }

  public static TestGraph visionInto(TestGraph graph, String output) {
    return graph
        .input("pixel_values", TestGraph.FLOAT, -1, 3, 2, 2)
        .output(output, TestGraph.FLOAT, -1, 3)
        .longs("planes", 0, 3, 4)
        .longs("last", 2)
        .node("Reshape", "pixel_values planes", "planar")
        .node("ReduceMean", "planar last", output, "keepdims", 0);
  }

  public static TestGraph textInto(TestGraph graph, String output, int idType) {
    return graph
        .input("input_ids", idType, -1, -1)
        .output(output, TestGraph.FLOAT, -1, 3)
        .floats("table", new long[] {TOKENS, 3}, TABLE)
        .longs("second", 1)
        .node("Gather", "table input_ids", "rows")
        .node("ReduceSum", "rows second", output, "keepdims", 0);
  }

  /**
   * logits = (0, the cosine-less product of the picture's and the caption's vectors), where the
   * picture's states are its two rows of two pixels.
   */
  public TinyModel splitMatcher() {
    new TestGraph()
        .input("pixel_values", TestGraph.FLOAT, -1, 3, 2, 2)
        .output("image_states", TestGraph.FLOAT, -1, 4, 3)
        .longs("planes", 0, 3, 4)
        .node("Reshape", "pixel_values planes", "planar")
        .node("Identity", "planar", "same")
        .longs("shape", 0, 4, 3)
        .node("Reshape", "same shape", "image_states")
        .write(folder.resolve("itm_vision_model.onnx"));
    new TestGraph()
        .input("input_ids", TestGraph.INT64, -1, -1)
        .input("attention_mask", TestGraph.INT64, -1, -1)
        .input("encoder_hidden_states", TestGraph.FLOAT, -1, 4, 3)
        .output("logits", TestGraph.FLOAT, -1, 2)
        .floats("table", new long[] {TOKENS, 3}, TABLE)
        .floats("columns", new long[] {1, 2}, 0, 1)
        .longs("second", 1)
        .longs("planes", 0, 3, 4)
        .longs("last", 2)
        .node("Gather", "table input_ids", "rows")
        .node("Unsqueeze", "attention_mask last", "mask3")
        .node("Cast", "mask3", "mask", "to", TestGraph.FLOAT)
        .node("Mul", "rows mask", "masked")
        .node("ReduceSum", "masked second", "caption", "keepdims", 0)
        .node("Reshape", "encoder_hidden_states planes", "planar")
        .node("ReduceMean", "planar last", "picture", "keepdims", 0)
        .node("Mul", "caption picture", "product")
        .node("ReduceSum", "product second", "sum", "keepdims", 1)
        .node("Mul", "sum columns", "logits")
        .write(folder.resolve("itm_fusion_model.onnx"));
    return this;
  }

  /** As the split matcher, in one graph; the output is what the caller makes of "sum". */
  public TinyModel oneFileMatcher(String file, String operator, String output) {
    TestGraph graph = new TestGraph();
    visionInto(graph, "picture");
    textInto(graph, "caption", TestGraph.INT64);
    graph
        .output(output, TestGraph.FLOAT, -1, 1)
        .node("Mul", "caption picture", "product")
        .node("ReduceSum", "product second", "sum", "keepdims", 1)
        .node(operator, "sum", output)
        .write(folder.resolve(file));
    return this;
  }
}
