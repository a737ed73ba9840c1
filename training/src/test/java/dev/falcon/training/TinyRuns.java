package dev.falcon.training;

import dev.falcon.data.Progress;
import dev.falcon.training.config.ConfigReader;
import dev.falcon.training.config.TrainConfig;
import dev.falcon.training.run.TrainRequest;
import dev.falcon.training.run.TrainResult;
import java.net.URISyntaxException;
import java.nio.file.Path;
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

  private static Path file() {
    try {
      return Path.of(TinyRuns.class.getResource("/tiny.yaml").toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  public static TrainResult train(
      TrainConfig config, Path folder, String name, BooleanSupplier stop) {
    return Trainer.train(
        new TrainRequest(
            config, folder.resolve(name), false, folder.resolve("cache"), Progress.NONE, stop));
  }
}
