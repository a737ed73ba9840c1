package dev.falcon.data.image.internal;

import dev.falcon.data.image.ImageException;
import dev.falcon.data.image.Raster;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;

/** The file formats that are decoded, told apart by their first bytes. */
public enum FileFormat {
  JPEG(0, "\u00ff\u00d8\u00ff", new JpegDecoder()),
  PNG(0, "\u0089PNG\r\n\u001a\n", new PngDecoder()),
  WEBP(8, "WEBP", new WebpDecoder()),
  GIF(0, "GIF8", new GifDecoder()),
  BMP(0, "BM", new BmpDecoder());

  private final int position;
  private final byte[] signature;
  private final Decoder decoder;

  FileFormat(int position, String signature, Decoder decoder) {
    this.position = position;
    this.signature = signature.getBytes(StandardCharsets.ISO_8859_1);
    this.decoder = decoder;
  }

  /** Decodes one format; has no state. */
  interface Decoder {
    /** The picture in its own mode. */
    Raster decode(byte[] file, long maxPixels);
  }

  /** The format of a file's bytes. */
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
    int end = position + signature.length;
    return file.length >= end && Arrays.equals(file, position, end, signature, 0, signature.length);
  }

  /** Decodes a file of this format. */
  public Raster decode(byte[] file, long maxPixels) {
    return decoder.decode(file, maxPixels);
  }
}
