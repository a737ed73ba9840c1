package dev.falcon.training;

import dev.falcon.data.FalconException;
import dev.falcon.data.RequestException;
import dev.falcon.data.file.FolderLock;
import dev.falcon.training.config.ConfigReader;
import dev.falcon.training.internal.input.TrainingData;
import dev.falcon.training.internal.loop.TrainingRun;
import dev.falcon.training.internal.start.StartWeights;
import dev.falcon.training.internal.store.Checkpoint;
import dev.falcon.training.internal.store.RunFolder;
import dev.falcon.training.run.DivergedException;
import dev.falcon.training.run.TrainRequest;
import dev.falcon.training.run.TrainResult;
import java.util.Optional;

/** Trains a model: FALCON or one of its baselines, from the first step or from where it stopped. */
public final class Trainer {
  private Trainer() {}

  /**
   * Runs to the end, or until it is told to stop.
   *
   * @throws RequestException if the folder holds another run
   * @throws DivergedException if a loss or a gradient is no number; the last checkpoint is named
   * @throws FalconException if another process is writing into the folder
   */
  public static TrainResult train(TrainRequest request) {
    return FolderLock.holding(request.out(), () -> train(request, new RunFolder(request.out())));
  }

  private static TrainResult train(TrainRequest request, RunFolder folder) {
    Optional<Checkpoint> checkpoint = folder.interrupted(request.overwrite());
    checkpoint.ifPresent(found -> found.requireSameRun(request.config()));
    if (checkpoint.isEmpty()) {
      StartWeights.requireFitting(request.config());
    }
    TrainingData data =
        TrainingData.open(request.config(), request.cache(), request.progress(), request.stop());
    TrainingRun.requirePossible(request.config(), data);
    checkpoint.ifPresent(found -> found.requireSameData(data.identity()));
    folder.begin(request.overwrite(), ConfigReader.write(request.config()), data.rejects());
    try (TrainingRun run = TrainingRun.open(request, folder, data, checkpoint)) {
      return run.train();
    }
  }
}
