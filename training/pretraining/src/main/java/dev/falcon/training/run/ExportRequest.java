// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.run;

import java.nio.file.Path;

/**
 * A request to export a model folder.
 *
 * @param run the run's folder
 * @param checkpoint the choice of one of its checkpoints
 * @param out the folder to write
 * @param overwrite whether an existing model is replaced
 */
public record ExportRequest(Path run, CheckpointChoice checkpoint, Path out, boolean overwrite) {}
