// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.image;

/**
 * A picture in memory: rows of interleaved unsigned bytes. A raster may be a view into a larger
 * one; the bytes are shared, never copied, and must not be modified.
 *
 * @param mode the meaning of a pixel's bytes
 * @param width in pixels, at least 1
 * @param height in pixels, at least 1
 * @param samples the bytes // [height x width x mode.bytesPerPixel] from {@code offset} on, a row
 *     every {@code stride} bytes
 * @param offset the index of the first pixel's first byte
 * @param stride the distance in bytes from one row's first byte to the next row's
 * @param palette colours as RGB triples // [256 x 3], black where the file defines none; empty in
 *     every mode but {@link PixelMode#PALETTE}
 */
@SuppressWarnings("ArrayRecordComponent") // A raster is its bytes; nobody compares rasters.
public record Raster(
    PixelMode mode, int width, int height, byte[] samples, int offset, int stride, byte[] palette) {
  private static final byte[] NO_PALETTE = {};

  public Raster {
    if (width < 1 || height < 1) {
      throw new IllegalArgumentException("a raster of " + width + " x " + height + " pixels");
    }
    long end = offset + (long) (height - 1) * stride + (long) width * mode.bytesPerPixel();
    if (offset < 0 || end > samples.length) {
      throw new IllegalArgumentException(
          "a raster that ends at byte " + end + " of " + samples.length);
    }
  }

  /** Returns a whole picture without a palette. */
  public static Raster of(PixelMode mode, int width, int height, byte[] samples) {
    return new Raster(mode, width, height, samples, 0, width * mode.bytesPerPixel(), NO_PALETTE);
  }

  /** Returns a whole RGB picture. */
  public static Raster rgb(int width, int height, byte[] samples) {
    return of(PixelMode.RGB, width, height, samples);
  }

  /** Returns a whole picture of palette indices. */
  public static Raster indexed(int width, int height, byte[] samples, byte[] palette) {
    return new Raster(PixelMode.PALETTE, width, height, samples, 0, width, palette);
  }

  /** Returns the rectangle whose upper left pixel is (x, y), as a view of the same bytes. */
  public Raster crop(int x, int y, int cropWidth, int cropHeight) {
    if (x < 0
        || y < 0
        || cropWidth < 1
        || cropHeight < 1
        || cropWidth > width - x
        || cropHeight > height - y) {
      throw new IllegalArgumentException(
          "crop "
              + cropWidth
              + " x "
              + cropHeight
              + " at ("
              + x
              + ", "
              + y
              + ") leaves the picture of "
              + width
              + " x "
              + height);
    }
    int start = offset + y * stride + x * mode.bytesPerPixel();
    return new Raster(mode, cropWidth, cropHeight, samples, start, stride, palette);
  }

  /**
   * Returns a copy of the picture's bytes, without gaps // [height x width x mode.bytesPerPixel].
   */
  public byte[] toBytes() {
    int rowBytes = width * mode.bytesPerPixel();
    byte[] packed = new byte[height * rowBytes];
    for (int y = 0; y < height; y++) {
      System.arraycopy(samples, offset + y * stride, packed, y * rowBytes, rowBytes);
    }
    return packed;
  }
}
