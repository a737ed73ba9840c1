package dev.falcon.training;

import dev.falcon.data.FalconException;
import dev.falcon.onnx.export.ModelFolderWriter;
import dev.falcon.training.config.ConfigReader;
import dev.falcon.training.internal.export.CheckpointModel;
import dev.falcon.training.internal.export.Parity;
import dev.falcon.training.internal.store.Checkpoint;
import dev.falcon.training.internal.store.RunFolder;
import dev.falcon.training.run.CheckpointChoice;
import dev.falcon.training.run.ExportRequest;
import dev.falcon.training.run.ExportResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/** Turns a checkpoint, also one from the middle of a run, into a model folder. */
public final class Exporter {
  /** What a folder's numbers may differ by from the trained network's. */
  public static final double TOLERANCE = 1e-4;

  /** The run's effective configuration, beside the graphs. */
  public static final String TRAINING = "training.yaml";

  private Exporter() {}

  /**
   * Writes the folder; it appears only once every file has been used and compared.
   *
   * @throws FalconException if the run has no such checkpoint, or a number differs by more than
   *     {@link #TOLERANCE}
   */
  public static ExportResult export(ExportRequest request) {
    Checkpoint checkpoint = checkpoint(request);
    CheckpointModel model = new CheckpointModel(checkpoint);
    try (ModelFolderWriter writer = ModelFolderWriter.create(request.out(), request.overwrite())) {
      writer.write(model.trainedModel());
      model.writeWeights(writer.path());
      writeConfig(writer.path().resolve(TRAINING), checkpoint);
      Map<String, Double> differences = Parity.differences(model, writer.path());
      requireSmall(differences, request.out());
      writer.commit();
      return new ExportResult(
          request.out(), checkpoint.file(), checkpoint.state().step(), differences);
    }
  }

  private static void writeConfig(Path file, Checkpoint checkpoint) {
    try {
      Files.writeString(file, ConfigReader.write(checkpoint.config()));
    } catch (IOException e) {
      throw new FalconException(file + ": cannot be written: " + e.getMessage(), e);
    }
  }

  private static void requireSmall(Map<String, Double> differences, Path out) {
    differences.forEach(
        (file, difference) -> {
          // Written so that a difference that is no number fails, too.
          if (!(difference <= TOLERANCE)) {
            throw new FalconException(
                out.resolve(file)
                    + ": gives numbers that differ from the trained network's by "
                    + difference
                    + ", more than "
                    + TOLERANCE
                    + "; nothing was written");
          }
        });
  }

  private static Checkpoint checkpoint(ExportRequest request) {
    CheckpointChoice choice = request.checkpoint();
    if (choice instanceof CheckpointChoice.InFile one) {
      return Checkpoint.read(one.file());
    }
    RunFolder run = new RunFolder(request.run());
    Optional<Checkpoint> found =
        choice instanceof CheckpointChoice.AfterEpoch end
            ? run.afterEpoch(end.epochs())
            : run.newest();
    return found.orElseThrow(
        () ->
            new FalconException(
                request.run()
                    + (choice instanceof CheckpointChoice.AfterEpoch end
                        ? ": keeps no checkpoint of the end of epoch "
                            + end.epochs()
                            + "; checkpoint.keep=0 keeps those of all epochs"
                        : ": holds no checkpoint; right would be a folder of falcon train")));
  }
}
