// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data;

import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Recognises image files by their names and first bytes. */
public final class ImageTypes {
  private static final List<String> SUFFIXES =
      List.of("webp", "png", "jpg", "jpeg", "gif", "bmp", "tif", "tiff");

  /** Suffixes of pictures that are not read. */
  private static final List<String> OTHERS =
      List.of("avif", "heic", "heif", "ico", "jp2", "jxl", "psd", "svg");

  /** The bytes at an offset, written as Latin-1, by which a kind of file is recognised. */
  private record Magic(String suffix, int offset, String bytes) {
    boolean begins(byte[] file) {
      for (int i = 0; i < bytes.length(); i++) {
        if (offset + i >= file.length || file[offset + i] != (byte) bytes.charAt(i)) {
          return false;
        }
      }
      return true;
    }
  }

  private static final List<Magic> MAGICS =
      List.of(
          new Magic("jpg", 0, "\u00ff\u00d8\u00ff"),
          new Magic("png", 0, "\u0089PNG\r\n\u001a\n"),
          new Magic("webp", 8, "WEBP"),
          new Magic("gif", 0, "GIF8"),
          new Magic("bmp", 0, "BM"),
          new Magic("tif", 0, "II*\0"),
          new Magic("tif", 0, "MM\0*"));

  private ImageTypes() {}

  /** Returns the suffixes of image files, lower case. */
  public static List<String> suffixes() {
    return SUFFIXES;
  }

  /** Returns whether the suffix, in any case, is that of an image file. */
  public static boolean isImageSuffix(String suffix) {
    return SUFFIXES.contains(suffix.toLowerCase(Locale.ROOT));
  }

  /** Returns whether the suffix, in any case, is that of a picture that is not read. */
  public static boolean isOtherSuffix(String suffix) {
    return OTHERS.contains(suffix.toLowerCase(Locale.ROOT));
  }

  /** Returns the usual suffix of an image file by its first bytes; empty if the kind is unknown. */
  public static Optional<String> suffixOf(byte[] file) {
    for (Magic magic : MAGICS) {
      if (magic.begins(file)) {
        return Optional.of(magic.suffix());
      }
    }
    return Optional.empty();
  }
}
