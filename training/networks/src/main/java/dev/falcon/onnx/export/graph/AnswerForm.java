// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.export.graph;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.falcon.onnx.export.tokenizer.Tokenizer;
import dev.falcon.onnx.network.shape.TaskShape.AnswerShape;

/**
 * ALBEF fine-tuned for questions. Its folder has no contrastive vectors that other readers could
 * use.
 */
public record AnswerForm(AnswerShape shape) implements ExportedNetwork {
  @Override
  public void graphs(NamedWeights weights, GraphSink sink) {
    NetworkGraphs base = new NetworkGraphs(shape.base(), weights);
    sink.write(GraphFiles.ITM_VISION, Docs.STATES, base.imageStates(GraphFiles.QUESTION));
    sink.write(
        GraphFiles.QUESTION,
        "Image tokens and questions to the questions' tokens.",
        TaskGraphs.question(shape, weights));
    sink.write(
        GraphFiles.ANSWER,
        "Questions' tokens and answers to what follows each token.",
        TaskGraphs.answer(shape, weights));
  }

  @Override
  public void describe(ObjectNode config, Tokenizer tokenizer) {
    config.put("model_type", "albef").put("task", "vqa");
    AlbefForm.describe(config, shape.base(), tokenizer);
  }
}
