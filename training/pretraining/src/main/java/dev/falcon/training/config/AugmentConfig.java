// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.config;

import dev.falcon.data.RequestException;
import java.util.List;

/**
 * The augmentation of training pictures, which is drawn again in every epoch. Pictures for the
 * evaluation are only resized to the network's square.
 *
 * @param crop whether a random part of the picture is cropped; otherwise the whole picture is
 *     resized
 * @param scale the smallest and the largest fraction of the picture's area in the crop
 * @param ratio the smallest and the largest ratio of width to height of the crop
 * @param flip the probability of a horizontal flip
 * @param operations the number of RandAugment operations
 * @param level the strength of these operations, from 0 to 10
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
