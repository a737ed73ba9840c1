package dev.falcon.data.image;

import dev.falcon.data.image.internal.format.FileFormat;
import dev.falcon.data.image.raster.ImageException;
import dev.falcon.data.image.raster.Raster;

/**
 * A picture file's bytes to pixels, as Pillow decodes them. EXIF rotation, colour profiles and
 * gamma are not applied; of an animation the first frame is taken. The format is found by the
 * bytes, never by a name. May be shared by threads.
 */
public final class ImageDecoder {
  /** Where Pillow, too, takes a picture for a decompression bomb. */
  public static final long DEFAULT_MAX_PIXELS = 178_956_970;

  private final long maxPixels;

  /** A decoder with the usual limit. */
  public ImageDecoder() {
    this(DEFAULT_MAX_PIXELS);
  }

  /** A decoder that refuses, before it decodes them, pictures of more than so many pixels. */
  public ImageDecoder(long maxPixels) {
    this.maxPixels = maxPixels;
  }

  /**
   * Decodes a picture in its file's own mode; {@link RgbConversion} makes it RGB.
   *
   * @param file the whole file
   * @throws ImageException where the bytes are empty, not a picture of a known format, cut short,
   *     broken, or a picture of more pixels than the limit
   */
  public Raster decode(byte[] file) {
    try {
      return FileFormat.of(file).decode(file, maxPixels);
    } catch (ImageException e) {
      throw e;
    } catch (RuntimeException e) {
      // Whatever a decoder trips over lies in the file: one picture is lost, not the run.
      throw new ImageException("the picture is broken or cut short", e);
    }
  }
}
