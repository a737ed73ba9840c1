package dev.falcon.training;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.falcon.data.FalconException;
import dev.falcon.training.config.TrainConfig;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ExporterTest {
  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "scheduler=stabilised",
        "model.text_norm=post",
        "model.text={width: 24, heads: 3, layers: 2}"
      })
  void everyGraphGivesWhatTheTrainedNetworkGives(String override) {
    TrainConfig config = TinyRuns.config(override);
    AtomicInteger steps = new AtomicInteger();
    // In the middle of the second epoch, when the scheduler has taken steps, too.
    TinyRuns.train(config, folder, "run", () -> steps.incrementAndGet() == 11);
    ExportResult result =
        Exporter.export(new ExportRequest(folder.resolve("run"), folder.resolve("model"), false));
    assertThat(result.step()).isEqualTo(11);
    assertThat(result.differences())
        .containsOnlyKeys(
            "vision_model.onnx", "text_model.onnx", "itm_fusion_model.onnx", "scheduler.onnx")
        .allSatisfy((graph, difference) -> assertThat(difference).isBetween(0.0, 1e-5));
    assertThat(folder.resolve("model/tokenizer.json")).exists();
  }

  @Test
  void aRunWithoutSchedulerGivesAFolderWithoutOne() {
    TrainResult trained =
        TinyRuns.train(
            TinyRuns.config("method.name=uniform", "train.epochs=1"), folder, "run", () -> false);
    Exporter.export(new ExportRequest(trained.checkpoint(), folder.resolve("model"), false));
    assertThat(folder.resolve("model/vision_model.onnx")).exists();
    assertThat(folder.resolve("model/scheduler.onnx")).doesNotExist();
  }

  @Test
  void aFolderWithoutACheckpointIsRefused() throws Exception {
    Path empty = Files.createDirectory(folder.resolve("empty"));
    assertThatThrownBy(
            () -> Exporter.export(new ExportRequest(empty, folder.resolve("model"), false)))
        .isInstanceOf(FalconException.class)
        .hasMessageContaining("neither a checkpoint nor a run that has one");
    assertThat(folder.resolve("model")).doesNotExist();
  }
}
