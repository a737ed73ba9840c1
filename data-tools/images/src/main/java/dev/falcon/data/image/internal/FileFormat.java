// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.image.internal;

import dev.falcon.data.image.ImageException;
import dev.falcon.data.image.Raster;
import dev.falcon.data.image.internal.jpeg.JpegDecoder;
import java.util.HexFormat;

/** The supported file formats, detected from their first bytes. */
public enum FileFormat {
  JPEG(0, "\u00ff\u00d8\u00ff"),
  PNG(0, "\u0089PNG\r\n\u001a\n"),
  WEBP(8, "WEBP"),
  GIF(0, "GIF8"),
  BMP(0, "BM");

  private final int position;
  private final String signature; // one character per byte

  FileFormat(int position, String signature) {
    this.position = position;
    this.signature = signature;
  }

  /** Returns the format of a file's bytes. */
  public static FileFormat of(byte[] file) {
    if (file.length == 0) {
      throw new ImageException("the picture has no bytes");
    }
    for (FileFormat format : values()) {
      if (format.matches(file)) {
        return format;
      }
    }
    String start = HexFormat.of().formatHex(file, 0, Math.min(8, file.length));
    throw new ImageException(
        "not a JPEG, PNG, WebP, GIF or BMP picture: it begins with the bytes " + start);
  }

  private boolean matches(byte[] file) {
    if (file.length < position + signature.length()) {
      return false;
    }
    for (int i = 0; i < signature.length(); i++) {
      if ((file[position + i] & 0xff) != signature.charAt(i)) {
        return false;
      }
    }
    return true;
  }

  /** Decodes a file of this format. */
  public Raster decode(byte[] file, long maxPixels) {
    return decoder().decode(file, maxPixels);
  }

  private FormatDecoder decoder() {
    return switch (this) {
      case JPEG -> new JpegDecoder();
      case PNG -> new PngDecoder();
      case WEBP -> new WebpDecoder();
      case GIF -> new GifDecoder();
      case BMP -> new BmpDecoder();
    };
  }
}
