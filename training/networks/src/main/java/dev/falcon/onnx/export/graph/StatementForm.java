// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.export.graph;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.falcon.onnx.export.tokenizer.Tokenizer;
import dev.falcon.onnx.network.shape.TaskShape.StatementShape;

/**
 * ALBEF fine-tuned for statements about several images. Its folder has no contrastive vectors that
 * other readers could use.
 */
public record StatementForm(StatementShape shape) implements ExportedNetwork {
  @Override
  public void graphs(NamedWeights weights, GraphSink sink) {
    NetworkGraphs base = new NetworkGraphs(shape.base(), weights);
    sink.write(GraphFiles.ITM_VISION, Docs.STATES, base.imageStates(GraphFiles.STATEMENT));
    sink.write(
        GraphFiles.STATEMENT,
        "Image tokens and statements to logits.",
        TaskGraphs.statement(shape, weights));
  }

  @Override
  public void describe(ObjectNode config, Tokenizer tokenizer) {
    config.put("model_type", "albef").put("task", "nlvr").put("images", shape.images());
    AlbefForm.describe(config, shape.base(), tokenizer);
  }
}
