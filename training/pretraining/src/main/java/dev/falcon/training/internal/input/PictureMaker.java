// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.input;

import dev.falcon.data.RandomStream;
import dev.falcon.data.image.ImageDecoder;
import dev.falcon.data.image.Raster;
import dev.falcon.data.image.Resampler;
import dev.falcon.data.image.RgbConversion;
import dev.falcon.training.config.AugmentConfig;

/**
 * Decodes and resizes pictures for the network, either whole, as in ALBEF's evaluation, or
 * augmented. Not thread-safe, since it holds scratch memory: use one instance per thread.
 */
public final class PictureMaker {
  private final PixelFormat format;
  private final Augmentation augmentation;
  private final ImageDecoder decoder = new ImageDecoder();
  private final Resampler resampler = new Resampler();

  /**
   * @param format the side of the square, and the filter
   */
  public PictureMaker(PixelFormat format, AugmentConfig augment) {
    this.format = format;
    this.augmentation = new Augmentation(augment, format.size(), format.filter());
  }

  /**
   * Prepares a picture.
   *
   * @param file the bytes of the whole encoded file
   * @param augment the source of random augmentation; null for none
   * @return the picture [size x size x 3]
   */
  public byte[] make(byte[] file, RandomStream augment) {
    Raster picture = RgbConversion.of(decoder.decode(file));
    return augment == null ? squeezed(picture) : augmentation.apply(picture, resampler, augment);
  }

  private byte[] squeezed(Raster picture) {
    return resampler.resize(picture, format.size(), format.size(), format.filter()).toBytes();
  }
}
