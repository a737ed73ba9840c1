package dev.falcon.training.internal.finetuning.task;

import dev.falcon.data.Progress;
import dev.falcon.training.config.FinetuneConfig;
import dev.falcon.training.internal.input.TrainingData;
import java.nio.file.Path;
import java.util.function.BooleanSupplier;

/**
 * What a task may be made of.
 *
 * @param config of the run
 * @param origin the network that it begins with
 * @param cache where datasets are kept in the form that training needs
 * @param stop looked at while files are read
 */
public record TaskMaterials(
    FinetuneConfig config, Origin origin, Path cache, Progress progress, BooleanSupplier stop) {
  /**
   * The pairs that the origin was trained on, or those that the configuration names.
   *
   * @param measured whether the held-out ones are wanted, too
   */
  public TrainingData pairs(boolean measured) {
    return TrainingData.open(
        OriginPairs.of(config, origin.config(), measured), cache, progress, stop);
  }
}
