package dev.falcon.training.run;

import java.nio.file.Path;
import java.util.Map;

/**
 * A model folder that was written.
 *
 * @param folder where it is
 * @param checkpoint what it was made of
 * @param step the steps that the checkpoint had taken
 * @param differences by file, the largest absolute difference between what comes of it (pixels,
 *     token ids, vectors, logits, Beta parameters) and what the trained network is fed or gives
 */
public record ExportResult(
    Path folder, Path checkpoint, long step, Map<String, Double> differences) {}
