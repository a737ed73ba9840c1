package dev.falcon.training;

import java.nio.file.Path;

/**
 * A model folder that is asked for.
 *
 * @param run a run's folder, of which the newest checkpoint is taken, or one checkpoint's file
 * @param out the folder to write
 * @param overwrite whether a model that is there already is replaced
 */
public record ExportRequest(Path run, Path out, boolean overwrite) {}
