package dev.falcon.training.run;

import java.nio.file.Path;

/**
 * A model folder that is asked for.
 *
 * @param run the run's folder
 * @param checkpoint which of its checkpoints
 * @param out the folder to write
 * @param overwrite whether a model that is there already is replaced
 */
public record ExportRequest(Path run, CheckpointChoice checkpoint, Path out, boolean overwrite) {}
