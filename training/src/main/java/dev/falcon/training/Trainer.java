package dev.falcon.training;

import dev.falcon.data.FalconException;
import dev.falcon.data.RequestException;
import dev.falcon.training.config.ConfigReader;
import dev.falcon.training.internal.loop.TrainingRun;
import dev.falcon.training.internal.store.Checkpoint;
import dev.falcon.training.internal.store.FolderLock;
import dev.falcon.training.internal.store.RunFolder;
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
    if (request.overwrite()) {
      folder.clear();
    }
    if (folder.finished()) {
      throw new RequestException(
          request.out() + ": holds a finished run; --overwrite throws it away");
    }
    Optional<Checkpoint> checkpoint = folder.newest();
    checkpoint.ifPresent(found -> found.requireSameRun(request.config()));
    folder.writeConfig(ConfigReader.write(request.config()));
    try (TrainingRun run = TrainingRun.open(request, folder, checkpoint)) {
      return run.train();
    } catch (DivergedException e) {
      folder.writeDivergence(new RunFolder.Divergence(e.step(), e.getMessage()));
      throw e;
    }
  }
}
