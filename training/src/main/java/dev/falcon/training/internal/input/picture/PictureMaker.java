package dev.falcon.training.internal.input.picture;

import dev.falcon.data.RandomStream;
import dev.falcon.data.image.ImageDecoder;
import dev.falcon.data.image.Resampler;
import dev.falcon.data.image.RgbConversion;
import dev.falcon.data.image.raster.Raster;
import dev.falcon.data.image.transform.ResampleFilter;
import dev.falcon.training.config.data.AugmentConfig;
import dev.falcon.training.internal.augment.Augmentation;

/**
 * Encoded pictures to the network's size: squeezed as ALBEF's evaluation does it, or augmented.
 * Keeps scratch memory: one for each thread.
 */
public final class PictureMaker {
  private final int size;
  private final Augmentation augmentation;
  private final ImageDecoder decoder = new ImageDecoder();
  private final Resampler resampler = new Resampler();

  /**
   * @param size the side of the square in pixels
   */
  public PictureMaker(int size, AugmentConfig augment) {
    this.size = size;
    this.augmentation = new Augmentation(augment, size);
  }

  /**
   * Makes a picture.
   *
   * @param file the whole encoded file
   * @param augment where random changes are drawn from; null for none
   * @return [size x size x 3]
   */
  public byte[] make(byte[] file, RandomStream augment) {
    Raster picture = RgbConversion.of(decoder.decode(file));
    return augment == null ? squeezed(picture) : augmentation.apply(picture, resampler, augment);
  }

  private byte[] squeezed(Raster picture) {
    return resampler.resize(picture, size, size, ResampleFilter.BICUBIC).toBytes();
  }
}
