package dev.falcon.data.image.internal;

import dev.falcon.data.image.raster.ImageException;

/** The guard that stands between a header and the memory its size asks for. */
public final class PixelLimit {
  /** What one array of four bytes a pixel can hold. */
  private static final long MAX_ARRAY_PIXELS = Integer.MAX_VALUE / 4 - 16;

  private PixelLimit() {}

  /** Throws unless a picture of this size may be decoded. */
  public static void check(long width, long height, long maxPixels) {
    if (width < 1 || height < 1) {
      throw new ImageException("the header says " + width + " x " + height + " pixels");
    }
    long limit = Math.min(maxPixels, MAX_ARRAY_PIXELS);
    if (width > limit / height) {
      throw new ImageException(
          "the header says " + width + " x " + height + " pixels; the limit is " + limit);
    }
  }
}
