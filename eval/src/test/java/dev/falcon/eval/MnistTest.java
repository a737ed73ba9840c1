// SPDX-License-Identifier: Apache-2.0
package dev.falcon.eval;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.falcon.data.FalconException;
import dev.falcon.data.Progress;
import dev.falcon.eval.datacomp.TaskReport;
import dev.falcon.eval.datacomp.run.DataComp;
import dev.falcon.eval.datacomp.run.DataCompRequest;
import dev.falcon.eval.metric.Scores;
import dev.falcon.onnx.folder.ModelFolder;
import dev.falcon.onnx.session.Sessions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A third party's classifier on a whole real task, through tars, decoders, prompts and metrics. */
class MnistTest {
  @TempDir Path folder;

  @Test
  void needsATextGraph() throws IOException {
    Path mnist = Golden.folder("mnist");
    Path model =
        ClassifierAsDualEncoder.write(mnist.resolve("cnn_mnist.onnx"), folder.resolve("model"));
    Files.delete(model.resolve("text_model.onnx"));
    assertThatThrownBy(() -> OnnxEmbedder.open(ModelFolder.open(model), Sessions.onCpu(), 64))
        .isInstanceOf(FalconException.class)
        .hasMessageContaining("has no text_model.onnx; it has vision_model");
  }

  @Test
  void reachesTheClassifiersOwnAccuracy() throws IOException {
    Path mnist = Golden.folder("mnist");
    Path model =
        ClassifierAsDualEncoder.write(mnist.resolve("cnn_mnist.onnx"), folder.resolve("model"));
    try (OnnxEmbedder embedder =
        OnnxEmbedder.open(ModelFolder.open(model), Sessions.onCpu(), 256)) {
      DataCompRequest request = DataCompRequest.of(mnist, folder.resolve("out"));
      DataComp.Result result = new DataComp(request, embedder, "cnn", Progress.NONE).run();
      assertThat(result.rejects()).isEmpty();
      TaskReport report = result.run().tasks().get(0);
      assertThat(report.samples()).isEqualTo(10_000);
      Scores metrics = report.metrics();
      assertThat(metrics.get("acc1")).isEqualTo(0.9904);
    }
  }
}
