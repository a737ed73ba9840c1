// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.image;

import dev.falcon.data.FalconException;
import dev.falcon.data.image.internal.FileFormat;

/**
 * Decodes picture files to pixels, as Pillow does. EXIF rotation, colour profiles and gamma are not
 * applied; from an animation, the first frame is decoded. The format is detected from the bytes,
 * never from a name. Thread-safe.
 */
public final class ImageDecoder {
  /** The number of pixels above which Pillow, too, assumes a decompression bomb. */
  public static final long DEFAULT_MAX_PIXELS = 178_956_970;

  private final long maxPixels;

  /** Creates a decoder with the default limit. */
  public ImageDecoder() {
    this(DEFAULT_MAX_PIXELS);
  }

  /** Creates a decoder that refuses pictures of more than this many pixels before decoding them. */
  public ImageDecoder(long maxPixels) {
    this.maxPixels = maxPixels;
  }

  /**
   * Decodes a picture in its file's own mode; {@link RgbConversion} converts it to RGB.
   *
   * @param file the bytes of the whole file
   * @throws ImageException if the bytes are empty, not a picture of a known format, truncated,
   *     broken, or a picture of more pixels than the limit
   */
  public Raster decode(byte[] file) {
    try {
      return FileFormat.of(file).decode(file, maxPixels);
    } catch (FalconException e) {
      // The image's own failure, or there is no safe folder for a decoder's native library.
      throw e;
    } catch (RuntimeException e) {
      // Any other failure of a decoder is the file's fault: one picture is lost, not the run.
      throw new ImageException("the picture is broken or cut short", e);
    }
  }
}
