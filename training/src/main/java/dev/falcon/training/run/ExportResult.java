package dev.falcon.training.run;

import java.nio.file.Path;
import java.util.Map;

/**
 * An exported model folder.
 *
 * @param folder where it is
 * @param checkpoint the exported checkpoint
 * @param step the checkpoint's number of steps
 * @param differences by file, the largest absolute difference between its outputs (pixels, token
 *     ids, vectors, logits, Beta parameters) and the trained network's inputs or outputs
 */
public record ExportResult(
    Path folder, Path checkpoint, long step, Map<String, Double> differences) {}
