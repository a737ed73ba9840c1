// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training;

import dev.falcon.data.FalconException;
import dev.falcon.data.RequestException;
import dev.falcon.training.config.ConfigReader;
import dev.falcon.training.config.DataConfig;
import dev.falcon.training.internal.input.TrainingData;
import dev.falcon.training.internal.loop.TrainingRun;
import dev.falcon.training.internal.start.RandomStart;
import dev.falcon.training.internal.start.StartWeights;
import dev.falcon.training.internal.store.Checkpoint;
import dev.falcon.training.internal.store.Checkpoints;
import dev.falcon.training.run.DivergedException;
import dev.falcon.training.run.RunFolder;
import dev.falcon.training.run.TrainRequest;
import dev.falcon.training.run.TrainResult;
import java.util.Locale;
import java.util.Optional;

/**
 * Trains a model, FALCON or one of its baselines, from the first step or from the last checkpoint.
 */
public final class Trainer {
  private Trainer() {}

  /**
   * Trains to the end, or until a stop is requested.
   *
   * @throws RequestException if the folder holds another run
   * @throws DivergedException if a loss or a gradient is not finite; the message names the last
   *     checkpoint
   * @throws FalconException if another process is writing into the folder
   */
  public static TrainResult train(TrainRequest request) {
    RunFolder.KIND.require(request.out(), ConfigReader.inputs(request.config()));
    return RunFolder.REPLACEMENT.locked(
        request.out(),
        request.overwrite(),
        place -> train(request.into(place), !place.equals(request.out())));
  }

  /**
   * Trains in the request's folder.
   *
   * @param replaces whether the folder is that of a run which replaces another when it is complete
   */
  private static TrainResult train(TrainRequest asked, boolean replaces) {
    RunFolder folder = new RunFolder(asked.out());
    Optional<Checkpoint> checkpoint =
        replaces
            ? Checkpoints.replacing(
                Checkpoints.newest(folder),
                found -> found.requireSameRun(resampledAs(found, asked).config()))
            : Checkpoints.interrupted(folder, asked.overwrite());
    TrainRequest request = checkpoint.map(found -> resampledAs(found, asked)).orElse(asked);
    checkpoint.ifPresent(found -> found.requireSameRun(request.config()));
    Optional<String> randomStart = Optional.empty();
    if (checkpoint.isEmpty()) {
      StartWeights.requireFitting(request.config());
      randomStart = RandomStart.warning(request.config());
    }
    TrainingData data =
        TrainingData.open(request.config(), request.cache(), request.progress(), request.stop());
    TrainingRun.requirePossible(request.config(), data);
    if (replaces) {
      checkpoint =
          Checkpoints.replacing(checkpoint, found -> found.requireSameData(data.identity()));
    }
    checkpoint.ifPresent(found -> found.requireSameData(data.identity()));
    folder.begin(
        request.overwrite() && checkpoint.isEmpty(),
        ConfigReader.write(request.config()),
        data.rejects());
    try (TrainingRun run = TrainingRun.open(request, folder, data, checkpoint)) {
      randomStart.ifPresent(request.notes());
      return run.train();
    }
  }

  /**
   * Returns the request with the filter with which the run began, since earlier presets had another
   * filter.
   */
  private static TrainRequest resampledAs(Checkpoint found, TrainRequest asked) {
    DataConfig there = found.config().data();
    DataConfig data = asked.config().data();
    if (there.resample() == data.resample()) {
      return asked;
    }
    asked
        .notes()
        .accept(
            "data.resample is "
                + there.resample().filter().name().toLowerCase(Locale.ROOT)
                + ", as when this run began");
    return asked.withConfig(asked.config().withData(data.withResampleOf(there)));
  }
}
