package dev.falcon.training;

import dev.falcon.data.FalconException;
import dev.falcon.data.file.AtomicFile;
import dev.falcon.data.file.FolderLock;
import dev.falcon.onnx.export.ModelFolderWriter;
import dev.falcon.onnx.export.TrainedModel;
import dev.falcon.training.config.ConfigReader;
import dev.falcon.training.config.FinetuneConfig;
import dev.falcon.training.config.FinetuneReader;
import dev.falcon.training.internal.export.CheckpointModel;
import dev.falcon.training.internal.export.LanguageModelFiles;
import dev.falcon.training.internal.export.Parity;
import dev.falcon.training.internal.export.TaskModel;
import dev.falcon.training.internal.export.TaskParity;
import dev.falcon.training.internal.finetuning.language.LanguageTask;
import dev.falcon.training.internal.store.Checkpoint;
import dev.falcon.training.internal.store.RunFolder;
import dev.falcon.training.run.CheckpointChoice;
import dev.falcon.training.run.ExportRequest;
import dev.falcon.training.run.ExportResult;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** Turns a checkpoint, also one from the middle of a run, into a model folder. */
public final class Exporter {
  /** What a folder's numbers may differ by from the trained network's. */
  public static final double TOLERANCE = 1e-4;

  /** The run's effective configuration, beside the graphs. */
  public static final String TRAINING = "training.yaml";

  /** The configuration of fine-tuning, beside the graphs. */
  public static final String FINETUNING = "finetuning.yaml";

  private Exporter() {}

  /**
   * Writes the folder; it appears only once every file has been used and compared.
   *
   * @throws FalconException if the run has no such checkpoint, or a number differs by more than
   *     {@link #TOLERANCE}, or another export writes the folder
   */
  public static ExportResult export(ExportRequest request) {
    Checkpoint checkpoint = checkpoint(request);
    return FolderLock.beside(
        request.out(),
        () ->
            checkpoint.task().isEmpty()
                ? pretrained(request, checkpoint)
                : fineTuned(request, checkpoint));
  }

  private static ExportResult pretrained(ExportRequest request, Checkpoint checkpoint) {
    CheckpointModel model = new CheckpointModel(checkpoint);
    return write(
        request,
        checkpoint,
        model.trainedModel(),
        folder -> {
          model.writeWeights(folder);
          return Parity.differences(model, folder);
        });
  }

  private static ExportResult fineTuned(ExportRequest request, Checkpoint checkpoint) {
    FinetuneConfig config = FinetuneReader.readEffective(checkpoint.task());
    return config.task() instanceof LanguageTask.Settings
        ? language(request, checkpoint)
        : task(request, checkpoint);
  }

  private static ExportResult language(ExportRequest request, Checkpoint checkpoint) {
    try (ModelFolderWriter writer = ModelFolderWriter.create(request.out(), request.overwrite())) {
      return finish(
          request,
          checkpoint,
          writer,
          folder -> {
            AtomicFile.write(folder.resolve(FINETUNING), checkpoint.task());
            return LanguageModelFiles.write(checkpoint, writer);
          });
    }
  }

  private static ExportResult task(ExportRequest request, Checkpoint checkpoint) {
    try (TaskModel model = new TaskModel(checkpoint)) {
      return write(
          request,
          checkpoint,
          model.trainedModel(),
          folder -> {
            model.writeAnswers(folder);
            AtomicFile.write(folder.resolve(FINETUNING), checkpoint.task());
            return TaskParity.differences(model, folder);
          });
    }
  }

  /**
   * Writes all of a model.
   *
   * @param check writes what stands beside the graphs, and compares
   */
  private static ExportResult write(
      ExportRequest request,
      Checkpoint checkpoint,
      TrainedModel model,
      Function<Path, Map<String, Double>> check) {
    try (ModelFolderWriter writer = ModelFolderWriter.create(request.out(), request.overwrite())) {
      writer.write(model);
      return finish(request, checkpoint, writer, check);
    }
  }

  private static ExportResult finish(
      ExportRequest request,
      Checkpoint checkpoint,
      ModelFolderWriter writer,
      Function<Path, Map<String, Double>> check) {
    AtomicFile.write(writer.path().resolve(TRAINING), ConfigReader.write(checkpoint.config()));
    Map<String, Double> differences = check.apply(writer.path());
    requireSmall(differences, request.out());
    writer.commit();
    return new ExportResult(
        request.out(), checkpoint.file(), checkpoint.state().step(), differences);
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
