// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli.mine;

import dev.falcon.data.Provenance;
import dev.falcon.onnx.graph.ElementType;
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
 * A cross-encoder as it is published, for texts such as "query 3" and "passage 5": its logit is
 * 6.25 less the square of the difference of the two numbers.
 */
final class CrossEncoderFolder {
  private static final int SPECIAL = 4;

  private CrossEncoderFolder() {}

  static double probability(int query, int passage) {
    double difference = query - passage;
    return 1 / (1 + Math.exp(difference * difference - 6.25));
  }

  /**
   * Writes the folder.
   *
   * @param numbers how many the texts may name, from 0
   */
  static Path write(Path folder, int numbers) throws IOException {
    Files.createDirectories(folder);
    StringBuilder words =
        new StringBuilder("\"[PAD]\": 0, \"[UNK]\": 1, \"[CLS]\": 2, \"[SEP]\": 3");
    float[] values = new float[SPECIAL + numbers];
    for (int number = 0; number < numbers; number++) {
      words.append(String.format(Locale.ROOT, ", \"%d\": %d", number, SPECIAL + number));
      values[SPECIAL + number] = number;
    }
    Files.writeString(
        folder.resolve("tokenizer.json"),
        """
        {"version": "1.0", "truncation": null, "padding": null, "added_tokens": [],
         "normalizer": null, "pre_tokenizer": {"type": "WhitespaceSplit"}, "decoder": null,
         "post_processor": {"type": "BertProcessing", "sep": ["[SEP]", 3], "cls": ["[CLS]", 2]},
         "model": {"type": "WordLevel", "unk_token": "[UNK]", "vocab": {%s}}}
        """
            .formatted(words));
    Files.writeString(
        folder.resolve("config.json"),
        """
        {"model_type": "bert", "architectures": ["BertForSequenceClassification"],
         "max_position_embeddings": 32, "type_vocab_size": 2}
        """);
    GraphBuilder graph = new GraphBuilder();
    Value ids = graph.input(TensorInfo.int64("input_ids", "batch", "tokens"));
    Value mask = graph.input(TensorInfo.int64("attention_mask", "batch", "tokens"));
    Value types = graph.input(TensorInfo.int64("token_type_ids", "batch", "tokens"));
    Value numbersOfTokens =
        graph.gather(graph.weight("numbers", Tensor.float32(values, values.length)), ids, 0);
    Value sign =
        graph.subtract(
            graph.multiply(graph.cast(types, ElementType.FLOAT32), graph.scalar(2)),
            graph.scalar(1));
    Value seen = graph.multiply(sign, graph.cast(mask, ElementType.FLOAT32));
    Value difference =
        graph
            .node("ReduceSum", graph.multiply(numbersOfTokens, seen), graph.integers(1))
            .integer("keepdims", 1)
            .output();
    graph.output(
        TensorInfo.float32("logits", "batch", "1"),
        graph.subtract(graph.scalar(6.25f), graph.multiply(difference, difference)));
    graph.write(
        folder.resolve("model.onnx"),
        ModelMetadata.of("cross", "", Provenance.of("test", 0, Map.of(), List.of())));
    return folder;
  }
}
