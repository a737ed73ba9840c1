// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training;

import dev.falcon.data.FalconException;
import dev.falcon.data.file.AtomicFile;
import dev.falcon.data.file.Folders;
import dev.falcon.data.file.RecordFile;
import dev.falcon.data.verify.FolderRecord;
import dev.falcon.data.verify.RecordedOutput;
import dev.falcon.data.work.FolderLock;
import dev.falcon.data.work.OutputKind;
import dev.falcon.onnx.export.ModelFolderWriter;
import dev.falcon.training.config.ConfigReader;
import dev.falcon.training.config.ConfigTree;
import dev.falcon.training.internal.export.ContentProvider;
import dev.falcon.training.internal.export.ModelContent;
import dev.falcon.training.internal.export.PretrainedContent;
import dev.falcon.training.internal.store.Checkpoint;
import dev.falcon.training.internal.store.Checkpoints;
import dev.falcon.training.run.CheckpointChoice;
import dev.falcon.training.run.ExportRequest;
import dev.falcon.training.run.ExportResult;
import dev.falcon.training.run.RunFolder;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Exports a checkpoint, which may come from an unfinished run, as a model folder. */
public final class Exporter {
  /**
   * The largest allowed absolute difference between the outputs of an exported model and of the
   * trained network.
   */
  public static final double TOLERANCE = 1e-4;

  /** The name of the file with the run's effective configuration, beside the graphs. */
  public static final String TRAINING = "training.yaml";

  /** The name of the file with the configuration of fine-tuning, beside the graphs. */
  public static final String FINETUNING = "finetuning.yaml";

  /** Recognises a model folder that this class has written. */
  private static final OutputKind KIND =
      OutputKind.of(
          "an exported model", folder -> ConfigTree.isEffective(folder.resolve(TRAINING)));

  private Exporter() {}

  /**
   * Writes the folder. It appears only after every file has been loaded and its outputs have been
   * compared.
   *
   * @throws FalconException if the run has no such checkpoint, an output differs by more than
   *     {@link #TOLERANCE}, or another export is writing the folder
   */
  public static ExportResult export(ExportRequest request) {
    KIND.require(request.out(), List.of(request.run()));
    if (!request.overwrite() && KIND.isIn(request.out())) {
      throw OutputKind.exists(request.out());
    }
    Checkpoint checkpoint = checkpoint(request);
    return FolderLock.beside(request.out(), () -> write(request, checkpoint));
  }

  private static ExportResult write(ExportRequest request, Checkpoint checkpoint) {
    ModelContent content =
        checkpoint.task().isEmpty()
            ? new PretrainedContent(checkpoint)
            : ContentProvider.fineTuned(checkpoint);
    try (ModelFolderWriter writer = ModelFolderWriter.create(request.out(), request.overwrite())) {
      AtomicFile.write(
          writer.path().resolve(TRAINING),
          ConfigTree.published(ConfigReader.write(checkpoint.config())));
      Map<String, Double> differences = content.write(writer);
      requireSmall(differences, request.out());
      RecordFile.write(
          writer.path().resolve(RecordedOutput.PROVENANCE),
          FolderRecord.of("falcon_model", content.provenance()),
          // All files but the mark of an unfinished folder.
          Folders.files(writer.path()).stream()
              .filter(file -> !file.getFileName().toString().startsWith("."))
              .toList());
      writer.commit();
      return new ExportResult(
          request.out(), checkpoint.file(), checkpoint.state().step(), differences);
    }
  }

  private static void requireSmall(Map<String, Double> differences, Path out) {
    differences.forEach(
        (file, difference) -> {
          // Written so that a difference of NaN also fails.
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
            ? Checkpoints.afterEpoch(run, end.epochs())
            : Checkpoints.newest(run);
    return found.orElseThrow(
        () ->
            new FalconException(
                request.run()
                    + (choice instanceof CheckpointChoice.AfterEpoch end
                        ? ": keeps no checkpoint of the end of epoch "
                            + end.epochs()
                            + "; checkpoint.keep=0 keeps those of all epochs"
                        : ": holds no checkpoint; expected a folder of falcon train")));
  }
}
