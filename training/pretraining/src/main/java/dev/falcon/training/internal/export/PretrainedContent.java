// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.export;

import dev.falcon.data.Provenance;
import dev.falcon.onnx.export.ModelFolderWriter;
import dev.falcon.training.internal.store.Checkpoint;
import java.util.Map;

/** The graphs and weights of a network trained by {@code falcon train}. */
public final class PretrainedContent implements ModelContent {
  private final CheckpointModel model;

  /** Creates the content of a checkpoint. */
  public PretrainedContent(Checkpoint checkpoint) {
    this.model = new CheckpointModel(checkpoint);
  }

  @Override
  public Provenance provenance() {
    return model.provenance();
  }

  @Override
  public Map<String, Double> write(ModelFolderWriter writer) {
    writer.write(model.trainedModel());
    model.writeWeights(writer.path());
    return Parity.differences(model, writer.path());
  }
}
