// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training;

import dev.falcon.data.Progress;
import dev.falcon.training.config.ConfigReader;
import dev.falcon.training.config.TrainConfig;
import dev.falcon.training.run.TrainRequest;
import dev.falcon.training.run.TrainResult;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.function.BooleanSupplier;

/** Runs of a network so small that they take a second: those of tiny.yaml. */
public final class TinyRuns {
  private TinyRuns() {}

  public static TrainConfig config(String... overrides) {
    return of("scenes-tiny", overrides);
  }

  public static TrainConfig of(String preset, String... overrides) {
    return ConfigReader.read(preset, file(), List.of(overrides));
  }

  /** A file of its own, since tests of other modules have the resource in a jar. */
  private static Path file() {
    try (InputStream tiny = TinyRuns.class.getResourceAsStream("/tiny.yaml")) {
      Path file = Files.createTempFile("tiny", ".yaml");
      file.toFile().deleteOnExit();
      Files.copy(tiny, file, StandardCopyOption.REPLACE_EXISTING);
      return file;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public static TrainResult train(
      TrainConfig config, Path folder, String name, BooleanSupplier stop) {
    return Trainer.train(
        new TrainRequest(
            config, folder.resolve(name), false, folder.resolve("cache"), Progress.NONE, stop));
  }
}
