// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.export;

import dev.falcon.data.Provenance;
import dev.falcon.onnx.export.ModelFolderWriter;
import java.util.Map;

/** The content of a model folder for one checkpoint. */
public interface ModelContent {
  /** Returns the provenance of the model. */
  Provenance provenance();

  /**
   * Writes all files into the unfinished folder, and reads them back.
   *
   * @return by file, the largest absolute difference of its outputs from the trained network's
   */
  Map<String, Double> write(ModelFolderWriter writer);
}
