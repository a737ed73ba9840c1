package dev.falcon.training.internal.augment;

import dev.falcon.data.RandomStream;
import dev.falcon.data.image.Resampler;
import dev.falcon.data.image.raster.Raster;
import dev.falcon.data.image.transform.ResampleFilter;
import dev.falcon.training.config.data.AugmentConfig;
import java.util.List;

/** ALBEF's changes of a training picture: a random crop, a mirror image, RandAugment. */
public final class Augmentation {
  private static final List<Operation> OPERATIONS = List.of(Operation.values());

  /** An operation that is drawn is left out with the rest of the chance. */
  private static final double OPERATION_CHANCE = 0.5;

  private final AugmentConfig config;
  private final int size;

  /**
   * @param size the side of the square that comes out, in pixels
   */
  public Augmentation(AugmentConfig config, int size) {
    this.config = config;
    this.size = size;
  }

  /**
   * Changes a picture.
   *
   * @param picture in RGB
   * @param random decides all
   * @return [size x size x 3]
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
    return resampler.resize(part, size, size, ResampleFilter.BICUBIC);
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
