// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.run;

import java.nio.file.Path;
import java.util.Map;

/**
 * An exported model folder.
 *
 * @param folder the model folder
 * @param checkpoint the exported checkpoint
 * @param step the number of steps trained in the checkpoint
 * @param differences by file, the largest absolute difference between its outputs (pixels, token
 *     ids, vectors, logits, Beta parameters) and the corresponding values in training
 */
public record ExportResult(
    Path folder, Path checkpoint, long step, Map<String, Double> differences) {}
