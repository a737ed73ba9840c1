// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.store;

import dev.falcon.data.FalconException;
import dev.falcon.data.Sha256;
import dev.falcon.data.file.Folders;
import dev.falcon.training.internal.tensor.ParameterLayout;
import dev.falcon.training.run.RunFolder;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The frozen part of a network, such as a language model of billions of weights. It is written once
 * per run, beside the checkpoints, each of which records the file's digest.
 */
public final class FrozenWeights {
  private FrozenWeights() {}

  /**
   * Writes the frozen weights of a layout.
   *
   * @param values the values by name
   * @return the digest of the file
   */
  public static String write(Path file, ParameterLayout layout, Map<String, float[]> values) {
    SafeTensorsWriter writer = new SafeTensorsWriter().metadata("format", "pt");
    for (ParameterLayout.Entry entry : layout.frozen()) {
      writer.tensor(entry.name(), values.get(entry.name()), entry.shape());
    }
    writer.write(file);
    return Sha256.of(file);
  }

  /**
   * Reads the frozen weights of a checkpoint.
   *
   * @param digest the digest recorded in the checkpoint
   */
  static Map<String, float[]> read(Path checkpoint, String digest) {
    Path file = RunFolder.of(checkpoint).frozen();
    if (!Folders.isFile(file)) {
      throw new FalconException(
          checkpoint + ": the weights that never learn are in " + file + ", which is missing");
    }
    if (!Sha256.of(file).equals(digest)) {
      throw new FalconException(
          checkpoint
              + ": the weights that never learn are in "
              + file
              + ", which is not what it was when the checkpoint was written");
    }
    Map<String, float[]> values = new LinkedHashMap<>();
    try (SafeTensors tensors = SafeTensors.open(file)) {
      for (String name : tensors.names()) {
        values.put(name, tensors.floats(name));
      }
    }
    return values;
  }
}
