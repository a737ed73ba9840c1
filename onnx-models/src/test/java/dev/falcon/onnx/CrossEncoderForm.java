// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A cross-encoder's folder as it is published, with a graph whose logit shows what it was given: a
 * tenth of the sum of the second text's tokens less that of the first's, the mask applied. The
 * tokens are [CLS] 2, [SEP] 3, a 4, dog 5, run 6, ##s 7, comma 8; both [SEP] and [CLS] count.
 */
public final class CrossEncoderForm {
  /** The template of pairs, as BERT's. */
  private static final String PAIR =
      """
      "pair": [{"SpecialToken": {"id": "[CLS]", "type_id": 0}},
        {"Sequence": {"id": "A", "type_id": 0}}, {"SpecialToken": {"id": "[SEP]", "type_id": 0}},
        {"Sequence": {"id": "B", "type_id": 1}}, {"SpecialToken": {"id": "[SEP]", "type_id": 1}}],
      """;

  private CrossEncoderForm() {}

  /**
   * Writes a folder.
   *
   * @param columns of the output: 1, or 2 with a first logit of 0, or another number
   */
  public static Path write(Path folder, int columns) {
    return write(folder, columns, "attention_mask", "token_type_ids");
  }

  /**
   * Writes a folder.
   *
   * @param inputs of the graph beside {@code input_ids}
   */
  public static Path write(Path folder, int columns, String... inputs) {
    WordPieces.writeTokenizer(Files.isDirectory(folder) ? folder : create(folder));
    try {
      Path tokenizer = folder.resolve("tokenizer.json");
      Files.writeString(
          tokenizer, Files.readString(tokenizer).replaceFirst("\"pair\": .*\n", PAIR));
      Files.writeString(
          folder.resolve("config.json"),
          """
          {"model_type": "bert", "architectures": ["BertForSequenceClassification"],
           "max_position_embeddings": 64, "type_vocab_size": 2, "pad_token_id": 0}
          """);
      Files.writeString(
          folder.resolve("tokenizer_config.json"),
          "{\"model_max_length\": 12, \"pad_token\": \"[PAD]\"}");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    graph(columns, inputs).write(folder.resolve("onnx/model.onnx"));
    return folder;
  }

  private static Path create(Path folder) {
    try {
      return Files.createDirectories(folder);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static TestGraph graph(int columns, String... inputs) {
    TestGraph graph = new TestGraph().input("input_ids", TestGraph.INT64, -1, -1);
    for (String input : inputs) {
      graph.input(input, TestGraph.INT64, -1, -1);
    }
    boolean typed = inputs.length > 1;
    graph
        .output("logits", TestGraph.FLOAT, -1, columns)
        .longs("second", 1)
        .longs("one", 1)
        .longs("two", 2)
        .floats("tenth", new long[] {1}, 0.1f)
        .floats("none", new long[] {1}, 0)
        .node("Mul", (typed ? "token_type_ids" : "attention_mask") + " two", "doubled")
        .node("Sub", "doubled one", "sign")
        .node("Mul", "input_ids " + (inputs.length == 0 ? "one" : "attention_mask"), "masked")
        .node("Mul", "masked sign", "signed")
        .node("Cast", "signed", "floats", "to", TestGraph.FLOAT)
        .node("ReduceSum", "floats second", "sum", "keepdims", 1)
        .node("Mul", "sum tenth", columns == 1 ? "logits" : "logit");
    if (columns > 1) {
      graph
          .node("Mul", "logit none", "zero")
          .node("Concat", "zero" + " zero".repeat(columns - 2) + " logit", "logits", "axis", 1);
    }
    return graph;
  }
}
