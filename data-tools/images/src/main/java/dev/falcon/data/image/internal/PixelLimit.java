// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.image.internal;

import dev.falcon.data.image.ImageException;

/** Limits the memory that the size in a header may request. */
public final class PixelLimit {
  /** The maximum number of pixels in one array at four bytes per pixel. */
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
