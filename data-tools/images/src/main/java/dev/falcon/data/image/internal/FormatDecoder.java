// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.image.internal;

import dev.falcon.data.image.Raster;

/** Decodes one format; stateless. */
public interface FormatDecoder {
  /** Returns the picture in its own mode. */
  Raster decode(byte[] file, long maxPixels);
}
