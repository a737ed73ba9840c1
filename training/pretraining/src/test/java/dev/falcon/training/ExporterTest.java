// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.falcon.data.FalconException;
import dev.falcon.data.Progress;
import dev.falcon.data.RequestException;
import dev.falcon.data.Sha256;
import dev.falcon.data.image.Preprocessor;
import dev.falcon.data.scenes.Scenes;
import dev.falcon.data.scenes.ScenesConfig;
import dev.falcon.data.scenes.Split;
import dev.falcon.onnx.encoder.TextEncoder;
import dev.falcon.onnx.folder.ModelFolder;
import dev.falcon.onnx.session.Sessions;
import dev.falcon.training.config.ConfigReader;
import dev.falcon.training.config.TrainConfig;
import dev.falcon.training.internal.input.Captions;
import dev.falcon.training.internal.input.PixelFormat;
import dev.falcon.training.internal.input.ScenesPairs;
import dev.falcon.training.internal.input.ScenesVocabulary;
import dev.falcon.training.internal.store.Checkpoint;
import dev.falcon.training.run.CheckpointChoice;
import dev.falcon.training.run.ExportRequest;
import dev.falcon.training.run.ExportResult;
import dev.falcon.training.run.TrainResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ExporterTest {
  private static final CheckpointChoice NEWEST = new CheckpointChoice.Newest();

  @TempDir private Path folder;

  private TrainResult train(BooleanSupplier stop, String... overrides) {
    return TinyRuns.train(TinyRuns.config(overrides), folder, "run", stop);
  }

  private ExportResult export(CheckpointChoice checkpoint) {
    return Exporter.export(
        new ExportRequest(folder.resolve("run"), checkpoint, folder.resolve("model"), false));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "scheduler=stabilised",
        "model.text_norm=post",
        "model.text={width: 24, heads: 3, layers: 2}"
      })
  void everyFileGivesWhatTheTrainedNetworkGives(String override) {
    AtomicInteger steps = new AtomicInteger();
    // In the middle of the second epoch, when the scheduler has taken steps, too. The warm start
    // asks
    // before each of its two steps.
    train(() -> steps.incrementAndGet() == 2 + 11, override);
    ExportResult result = export(NEWEST);
    assertThat(result.step()).isEqualTo(11);
    assertThat(result.differences())
        .containsOnlyKeys(
            "preprocessor_config.json",
            "vision_model.onnx",
            "tokenizer.json",
            "text_model.onnx",
            "itm_vision_model.onnx",
            "itm_fusion_model.onnx",
            "scheduler.onnx")
        .allSatisfy((file, difference) -> assertThat(difference).isBetween(0.0, 1e-5));
  }

  @Test
  void theFolderSaysWhereItComesFrom() throws IOException {
    TrainResult trained = train(() -> false, "train.epochs=1");
    export(NEWEST);
    String config = Files.readString(folder.resolve("model/training.yaml"));
    assertThat(ConfigReader.readEffective(config)).isEqualTo(TinyRuns.config("train.epochs=1"));
    assertThat(Files.readString(folder.resolve("model/config.json")))
        .contains(Sha256.of(trained.checkpoint()));
    assertThat(ModelFolder.open(folder.resolve("model")).modelType()).isEqualTo("clip");
  }

  @Test
  void aRunWithoutSchedulerGivesAFolderWithoutOne() {
    train(() -> false, "method.name=uniform", "train.epochs=1");
    export(NEWEST);
    assertThat(folder.resolve("model/onnx/vision_model.onnx")).exists();
    assertThat(folder.resolve("model/onnx/scheduler.onnx")).doesNotExist();
  }

  @Test
  void picturesAndCaptionsReachTheGraphsAsTheyReachedTraining() {
    train(() -> false, "method.name=uniform", "train.epochs=1");
    export(NEWEST);
    TrainConfig config = TinyRuns.config();
    Scenes world = new Scenes(ScenesConfig.standard().withCaptionsPerImage(5));
    PixelFormat format = PixelFormat.of(config.model().imageSize(), config.data());
    ScenesPairs pairs =
        ScenesPairs.generate(world, Split.TRAIN, 300, format, ScenesVocabulary.BERT, Progress.NONE);
    int[] rows = IntStream.range(0, pairs.rows()).toArray();
    ModelFolder model = ModelFolder.open(folder.resolve("model"));
    try (TextEncoder encoder = model.openTextEncoder(Sessions.onCpu())) {
      List<String> captions = IntStream.of(rows).mapToObj(pairs::caption).toList();
      long[] expected =
          Captions.flat(Captions.padded(pairs, rows, ScenesVocabulary.BERT.vocabulary()));
      assertThat(Arrays.stream(encoder.pipeline().encode(captions).ids()).asLongStream().toArray())
          .isEqualTo(expected);
    }
    Preprocessor preprocessor = new Preprocessor(model.imageTransform());
    float[] expected = new float[format.length()];
    for (int image = 0; image < 300; image++) {
      pairs.pixels(image * 5, expected, 0);
      float[] given = preprocessor.apply(world.png(Split.TRAIN, image));
      for (int i = 0; i < given.length; i++) {
        assertThat(given[i]).isCloseTo(expected[i], Offset.offset(1e-6f));
      }
    }
  }

  @Test
  void anEpochsEndIsFoundWhereItIsKept() {
    train(() -> false, "checkpoint={keep: 2}");
    assertThat(export(new CheckpointChoice.AfterEpoch(2)).step()).isEqualTo(15);
    assertThatThrownBy(
            () ->
                Exporter.export(
                    new ExportRequest(
                        folder.resolve("run"),
                        new CheckpointChoice.AfterEpoch(1),
                        folder.resolve("other"),
                        false)))
        .isInstanceOf(FalconException.class)
        .hasMessageContaining("keeps no checkpoint of the end of epoch 1");
    assertThat(folder.resolve("other")).doesNotExist();
  }

  @Test
  void aModelThatGivesNoNumbersLeavesNothing() {
    TrainResult trained = train(() -> false, "method.name=uniform", "train.epochs=1");
    Checkpoint good = Checkpoint.read(trained.checkpoint());
    Path bad = folder.resolve("bad.safetensors");
    good.values().get("text_projection.bias")[0] = Float.NaN;
    new Checkpoint(bad, good.config(), good.data(), "", "", "", good.state(), good.values())
        .write(List.of());
    assertThatThrownBy(() -> export(new CheckpointChoice.InFile(bad)))
        .isInstanceOf(FalconException.class)
        .hasMessageContaining("text_model.onnx")
        .hasMessageContaining("nothing was written");
    assertThat(folder.toFile().list()).doesNotContain("model", "model.partial");
  }

  @Test
  void aFolderWithoutACheckpointIsRefused() {
    assertThatThrownBy(() -> export(NEWEST))
        .isInstanceOf(FalconException.class)
        .hasMessageContaining("holds no checkpoint");
    assertThat(folder.resolve("model")).doesNotExist();
  }

  @Test
  void aChoiceIsReadFromWords() {
    assertThat(CheckpointChoice.parse("newest")).isEqualTo(NEWEST);
    assertThat(CheckpointChoice.parse("epoch:3")).isEqualTo(new CheckpointChoice.AfterEpoch(3));
    assertThat(CheckpointChoice.parse("a.safetensors"))
        .isEqualTo(new CheckpointChoice.InFile(Path.of("a.safetensors")));
    for (String wrong : List.of("epoch:", "epoch:x", "epoch:0")) {
      assertThatThrownBy(() -> CheckpointChoice.parse(wrong)).isInstanceOf(RequestException.class);
    }
  }
}
