// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.input;

import dev.falcon.data.RandomStream;
import dev.falcon.data.image.Raster;
import dev.falcon.data.image.ResampleFilter;
import dev.falcon.data.image.Resampler;
import dev.falcon.training.config.AugmentConfig;
import java.util.List;

/** Augments a training picture as in ALBEF: a random crop, a horizontal flip and RandAugment. */
final class Augmentation {
  private static final List<Operation> OPERATIONS = List.of(Operation.values());

  /** The probability that a drawn operation is applied. */
  private static final double OPERATION_CHANCE = 0.5;

  private final AugmentConfig config;
  private final int size;
  private final ResampleFilter filter;

  /**
   * @param size the side of the output square, in pixels
   * @param filter the filter of the resize to it
   */
  public Augmentation(AugmentConfig config, int size, ResampleFilter filter) {
    this.config = config;
    this.size = size;
    this.filter = filter;
  }

  /**
   * Augments a picture.
   *
   * @param picture the picture, in RGB
   * @param random the source of all random choices
   * @return the augmented picture [size x size x 3]
   */
  public byte[] apply(Raster picture, Resampler resampler, RandomStream random) {
    byte[] pixels = square(picture, resampler, random).toBytes();
    if (random.nextDouble() < config.flip()) {
      mirror(pixels);
    }
    for (int i = 0; i < config.operations(); i++) {
      Operation operation = OPERATIONS.get(random.nextInt(OPERATIONS.size()));
      if (random.nextDouble() < OPERATION_CHANCE) {
        pixels = operation.apply(pixels, size, size, config.level(), random);
      }
    }
    return pixels;
  }

  private Raster square(Raster picture, Resampler resampler, RandomStream random) {
    Raster part = picture;
    if (config.crop()) {
      Crop crop =
          Crop.draw(picture.width(), picture.height(), config.scale(), config.ratio(), random);
      part = picture.crop(crop.x(), crop.y(), crop.width(), crop.height());
    }
    return resampler.resize(part, size, size, filter);
  }

  private void mirror(byte[] pixels) {
    for (int y = 0; y < size; y++) {
      for (int left = 0, right = size - 1; left < right; left++, right--) {
        for (int channel = 0; channel < 3; channel++) {
          int a = 3 * (y * size + left) + channel;
          int b = 3 * (y * size + right) + channel;
          byte kept = pixels[a];
          pixels[a] = pixels[b];
          pixels[b] = kept;
        }
      }
    }
  }
}
