package dev.falcon.training.internal.export;

import dev.falcon.data.Provenance;
import dev.falcon.onnx.export.ModelFolderWriter;
import java.util.Map;

/** The content of a model folder, of one checkpoint. */
public interface ModelContent {
  /** Its provenance. */
  Provenance provenance();

  /**
   * Writes all files into the unfinished folder, and reads them back.
   *
   * @return the largest absolute difference of each file's outputs from the trained network's
   */
  Map<String, Double> write(ModelFolderWriter writer);
}
