package dev.falcon.training.config;

import dev.falcon.data.RequestException;
import java.util.List;

/**
 * Augmentation of training pictures, drawn again in every epoch. Pictures of the evaluation are
 * only resized to the network's square.
 *
 * @param crop whether a random part is cropped; otherwise the whole picture is resized
 * @param scale smallest and largest share of the picture's area in the crop
 * @param ratio smallest and largest width over height of the crop
 * @param flip probability of a horizontal flip
 * @param operations number of RandAugment's operations
 * @param level their strength, of 10
 */
public record AugmentConfig(
    boolean crop, List<Double> scale, List<Double> ratio, double flip, int operations, int level) {
  public AugmentConfig {
    scale = List.copyOf(scale);
    ratio = List.copyOf(ratio);
    requireRange("data.augment.scale", scale, 1);
    requireRange("data.augment.ratio", ratio, Double.MAX_VALUE);
    Checks.inRange("data.augment.flip", flip, 0, 1);
    Checks.atLeast("data.augment.operations", operations, 0);
    Checks.inRange("data.augment.level", level, 0, 10);
  }

  private static void requireRange(String key, List<Double> range, double highest) {
    if (range.size() != 2
        || !(0 < range.get(0) && range.get(0) <= range.get(1) && range.get(1) <= highest)) {
      throw new RequestException(
          key
              + " must be [lowest, highest] with 0 < lowest <= highest"
              + (highest == 1 ? " <= 1" : "")
              + "; "
              + key
              + "="
              + range);
    }
  }
}
