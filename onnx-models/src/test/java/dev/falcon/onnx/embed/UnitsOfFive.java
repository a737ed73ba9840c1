// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.embed;

import dev.falcon.data.Progress;
import dev.falcon.data.sample.SampleSource;
import dev.falcon.onnx.embed.pipeline.PipelineSettings;
import dev.falcon.onnx.folder.ModelFolder;
import dev.falcon.onnx.session.Sessions;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** Embeds with a tiny model in units of 5 samples, so that a small dataset has several. */
abstract class UnitsOfFive {
  @TempDir Path folder;
  private ModelFolder model;

  @BeforeEach
  void makeModel() {
    model = ModelFolder.open(EmbedderTest.tinyModel(folder.resolve("model")));
  }

  EmbedRequest request(SampleSource source, String out) {
    return EmbedRequest.of(source, model, folder.resolve(out))
        .withPipeline(PipelineSettings.ofBatchSize(3).withWorkers(2))
        .withSamplesPerShard(5);
  }

  static EmbedResult embed(EmbedRequest request) {
    return Embedder.embed(request, Sessions.onCpu(), Progress.NONE);
  }
}
