// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.falcon.data.Progress;
import dev.falcon.data.RequestException;
import dev.falcon.data.file.Json;
import dev.falcon.data.image.Preprocessor;
import dev.falcon.data.scenes.Split;
import dev.falcon.onnx.folder.ModelFolder;
import dev.falcon.training.config.ConfigReader;
import dev.falcon.training.config.DataConfig.Resample;
import dev.falcon.training.config.TrainConfig;
import dev.falcon.training.internal.input.PictureMaker;
import dev.falcon.training.internal.input.PixelFormat;
import dev.falcon.training.run.CheckpointChoice;
import dev.falcon.training.run.ExportRequest;
import dev.falcon.training.run.TrainRequest;
import dev.falcon.training.run.TrainResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** SigLIP-2's pictures are resized bilinear; those of runs that began bicubic stay so. */
class SiglipPicturesTest {
  private static final String BICUBIC = "data.resample=bicubic";

  @TempDir private Path folder;
  private final List<String> notes = new ArrayList<>();

  private static TrainConfig config(String... overrides) {
    List<String> keys = new ArrayList<>(List.of("model.projection=16", "train.epochs=1"));
    keys.addAll(List.of(overrides));
    return TinyRuns.of("siglip2-tiny", keys.toArray(String[]::new));
  }

  private TrainResult train(TrainConfig config, String name, BooleanSupplier stop) {
    return Trainer.train(
        new TrainRequest(
            config,
            folder.resolve(name),
            false,
            folder.resolve("cache"),
            Progress.NONE,
            stop,
            notes::add));
  }

  private Path export(String run) {
    Path model = folder.resolve(run + "-model");
    Exporter.export(
        new ExportRequest(folder.resolve(run), new CheckpointChoice.Newest(), model, false));
    return model;
  }

  @Test
  void onlySiglipsPresetsAreBilinear() {
    for (String preset : ConfigReader.PRESETS) {
      assertThat(ConfigReader.read(preset, List.of()).data().resample())
          .as(preset)
          .isEqualTo(preset.startsWith("siglip2") ? Resample.BILINEAR : Resample.BICUBIC);
    }
    assertThatThrownBy(() -> config("data.resample=lanczos"))
        .isInstanceOf(RequestException.class)
        .hasMessageContaining("data.resample");
  }

  /** Configurations from before the key was there do not name it. */
  @Test
  void aConfigurationThatDoesNotNameItIsBicubic() throws IOException {
    String before = ConfigReader.write(config(BICUBIC));
    assertThat(before).doesNotContain("resample");
    assertThat(ConfigReader.readEffective(before)).isEqualTo(config(BICUBIC));
    Path request = folder.resolve("request.yaml");
    for (TrainConfig config : List.of(config(BICUBIC), config())) {
      Files.writeString(request, ConfigReader.request(config));
      assertThat(ConfigReader.read(request, List.of())).isEqualTo(config);
    }
  }

  /** The other way to the same pixels is the exported folder's. */
  @Test
  void trainingSeesWhatTheExportedFolderSays() throws IOException {
    new TinyCoco(folder).write("pictures.json", Split.TRAIN, 3);
    for (String run : List.of("bilinear", "bicubic")) {
      TrainConfig config = config("data.resample=" + run);
      train(config, run, () -> false);
      Path model = export(run);
      assertThat(Json.readTree(model.resolve("preprocessor_config.json")).get("resample").asInt())
          .isEqualTo(run.equals("bilinear") ? 2 : 3);
      Preprocessor preprocessor = new Preprocessor(ModelFolder.imageTransform(model).orElseThrow());
      PixelFormat format = PixelFormat.of(config.model().imageSize(), config.data());
      for (int i = 0; i < 3; i++) {
        byte[] picture = Files.readAllBytes(folder.resolve("images/train" + i + ".jpg"));
        float[] seen = new float[format.length()];
        format.write(
            new PictureMaker(format, config.data().augment()).make(picture, null), seen, 0);
        assertThat(preprocessor.apply(picture)).isEqualTo(seen);
      }
    }
  }

  @Test
  void aRunThatBeganBicubicResumesSo() throws IOException {
    TrainResult whole = train(config(BICUBIC), "whole", () -> false);
    AtomicInteger asked = new AtomicInteger();
    train(config(BICUBIC), "parts", () -> asked.incrementAndGet() == 5);
    assertThat(notes).noneMatch(note -> note.startsWith("data.resample"));

    TrainResult parts = train(config(), "parts", () -> false);

    assertThat(notes).contains("data.resample is bicubic, as when this run began");
    assertThat(Files.readAllBytes(parts.checkpoint()))
        .isEqualTo(Files.readAllBytes(whole.checkpoint()));
  }
}
