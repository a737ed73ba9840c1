package dev.falcon.data.internal.source;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Image files by their names and first bytes. */
public final class ImageTypes {
  private static final Set<String> SUFFIXES =
      Set.of("webp", "png", "jpg", "jpeg", "gif", "bmp", "tif", "tiff");

  private record Magic(String suffix, int offset, byte[] bytes) {
    @SuppressWarnings("ArrayRecordComponent") // never compared
    private Magic {}

    static Magic of(String suffix, int offset, String latin1) {
      return new Magic(suffix, offset, latin1.getBytes(StandardCharsets.ISO_8859_1));
    }

    boolean begins(byte[] file) {
      for (int i = 0; i < bytes.length; i++) {
        if (offset + i >= file.length || file[offset + i] != bytes[i]) {
          return false;
        }
      }
      return true;
    }
  }

  private static final List<Magic> MAGICS =
      List.of(
          Magic.of("jpg", 0, "\u00ff\u00d8\u00ff"),
          Magic.of("png", 0, "\u0089PNG\r\n\u001a\n"),
          Magic.of("webp", 8, "WEBP"),
          Magic.of("gif", 0, "GIF8"),
          Magic.of("bmp", 0, "BM"),
          Magic.of("tif", 0, "II*\0"),
          Magic.of("tif", 0, "MM\0*"));

  private ImageTypes() {}

  /** Whether the suffix, of any case, is one that image files have. */
  static boolean isImageSuffix(String suffix) {
    return SUFFIXES.contains(suffix.toLowerCase(Locale.ROOT));
  }

  /** The usual suffix of what the bytes begin with; null if that is no known image. */
  public static String suffixOf(byte[] file) {
    for (Magic magic : MAGICS) {
      if (magic.begins(file)) {
        return magic.suffix();
      }
    }
    return null;
  }
}
