// SPDX-License-Identifier: Apache-2.0
package dev.falcon.downstream.internal.task;

import dev.falcon.onnx.export.ModelFolderWriter;
import java.util.Map;

/** The form in which a checkpoint of a task is exported. */
public sealed interface TaskExport {
  /** A model folder with graphs. */
  @FunctionalInterface
  non-sealed interface Graphs extends TaskExport {
    /**
     * Returns the network of the checkpoint.
     *
     * @param tokens the tokeniser of its texts
     */
    ExportedTask open(Tokens tokens);
  }

  /** A folder of weights without graphs. */
  @FunctionalInterface
  non-sealed interface WeightFiles extends TaskExport {
    /**
     * Writes the files, and reads them back.
     *
     * @return by file, the largest difference of a weight
     */
    Map<String, Double> write(ModelFolderWriter writer);
  }
}
