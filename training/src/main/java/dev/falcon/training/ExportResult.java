package dev.falcon.training;

import java.nio.file.Path;
import java.util.Map;

/**
 * A model folder that was written.
 *
 * @param folder where it is
 * @param checkpoint what it was made of
 * @param step the steps that the checkpoint had taken
 * @param differences by graph, the largest absolute difference between ONNX Runtime's outputs and
 *     the trained network's
 */
public record ExportResult(
    Path folder, Path checkpoint, long step, Map<String, Double> differences) {}
