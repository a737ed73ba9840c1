// SPDX-License-Identifier: Apache-2.0
package dev.falcon.downstream.internal.tasks;

import dev.falcon.data.FalconException;
import dev.falcon.data.file.AtomicFile;
import dev.falcon.data.file.Folders;
import dev.falcon.data.file.Json;
import dev.falcon.downstream.generation.internal.LanguagePass;
import dev.falcon.downstream.generation.internal.Stage2Config;
import dev.falcon.onnx.export.ModelFolderWriter;
import dev.falcon.onnx.export.TrainedModel;
import dev.falcon.onnx.export.graph.Blip2Form;
import dev.falcon.onnx.export.tokenizer.TokenizerFiles;
import dev.falcon.training.config.DataConfig;
import dev.falcon.training.internal.store.Checkpoint;
import dev.falcon.training.internal.store.SafeTensors;
import dev.falcon.training.internal.store.SafeTensorsWriter;
import dev.falcon.training.internal.tensor.ParameterLayout;
import dev.falcon.training.run.RunFolder;
import java.nio.file.Path;
import java.util.Map;

/** Writes a checkpoint of BLIP-2's second stage in Hugging Face's format, without graphs. */
final class LanguageModelFiles {
  private static final String WEIGHTS = "model.safetensors";

  private LanguageModelFiles() {}

  /**
   * Writes the files, and reads them back.
   *
   * @return by file, the largest difference of a weight
   */
  static Map<String, Double> write(Checkpoint checkpoint, ModelFolderWriter writer) {
    Path sizes = RunFolder.of(checkpoint.file()).language();
    if (!Folders.exists(sizes)) {
      throw new FalconException(
          sizes + ": there is no such file; it holds the sizes of the network");
    }
    Stage2Config config = Stage2Config.read(sizes);
    ParameterLayout layout =
        new LanguagePass(config).layout(checkpoint.config().model().initialisation());
    Map<String, float[]> values = checkpoint.weights(layout);
    SafeTensorsWriter weights = new SafeTensorsWriter().metadata("format", "pt");
    for (ParameterLayout.Entry entry : layout.entries()) {
      weights.tensor(entry.name(), values.get(entry.name()), entry.shape());
    }
    Path folder = writer.path();
    weights.write(folder.resolve(WEIGHTS));
    Json.write(folder.resolve("config.json"), config.tree());
    AtomicFile.write(folder.resolve(TokenizerFiles.TOKENIZER), checkpoint.data().tokenizer());
    DataConfig data = checkpoint.config().data();
    writer.writePreprocessor(
        new Blip2Form(config.shape()),
        new TrainedModel.Pixels(data.mean(), data.deviation(), data.resample().filter()));
    return Map.of(WEIGHTS, difference(layout, values, folder.resolve(WEIGHTS)));
  }

  private static double difference(ParameterLayout layout, Map<String, float[]> values, Path file) {
    double largest = 0;
    try (SafeTensors read = SafeTensors.open(file)) {
      for (ParameterLayout.Entry entry : layout.entries()) {
        float[] there = read.exactly(entry.name(), entry.shape()).get();
        float[] here = values.get(entry.name());
        for (int i = 0; i < here.length; i++) {
          largest = Math.max(largest, Math.abs((double) here[i] - there[i]));
        }
      }
    }
    return largest;
  }
}
