package dev.falcon.data.image.internal;

import dev.falcon.data.image.raster.Raster;

/** Decodes one format; has no state. */
public interface FormatDecoder {
  /** The picture in its own mode. */
  Raster decode(byte[] file, long maxPixels);
}
