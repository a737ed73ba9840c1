package dev.falcon.training;

import dev.falcon.data.Progress;
import dev.falcon.training.config.ConfigReader;
import dev.falcon.training.config.TrainConfig;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;

/** Runs of a network so small that they take a second: 50 pairs, 8 steps an epoch. */
final class TinyRuns {
  private TinyRuns() {}

  static TrainConfig config(String... overrides) {
    List<String> keys =
        new ArrayList<>(
            List.of(
                "threads=1",
                "data.scenes={pairs: 50, held_images: 12, held_captions: 2}",
                "model.vision={width: 16, heads: 2, layers: 1, feed_forward: 16}",
                "model.text={width: 16, heads: 2, layers: 1, feed_forward: 16}",
                "model.fusion_layers=1",
                "model.projection=8",
                "start.supervised={images: 20, steps: 2, batch_size: 4}",
                "method.search_space=20",
                "objective.momentum.queue=10",
                "scheduler.quantiles=8",
                "scheduler.hidden=8",
                "train={epochs: 3, batch_size: 6}",
                "evaluation={rerank: 4, rerank_images: 6, rerank_captions: 6}"));
    keys.addAll(List.of(overrides));
    return ConfigReader.read("scenes-tiny", null, keys);
  }

  static TrainResult train(TrainConfig config, Path folder, String name, BooleanSupplier stop) {
    return Trainer.train(
        new TrainRequest(
            config, folder.resolve(name), false, folder.resolve("cache"), Progress.NONE, stop));
  }
}
