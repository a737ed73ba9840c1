package dev.falcon.data.report;

import dev.falcon.data.internal.source.ImageTypes;
import java.util.Base64;
import java.util.Locale;
import java.util.Set;

/** Pieces of HTML. */
public final class Markup {
  private static final Set<String> SHOWN_TYPES = Set.of("jpg", "png", "webp", "gif", "bmp");

  private Markup() {}

  /** A text as it stands between tags or in an attribute. */
  public static String escape(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;");
  }

  /**
   * A picture within the page, or a word in its place where browsers do not show its type or it is
   * too large.
   *
   * @param file the image file's bytes; null where there is none
   * @param name what the picture shows, for those who do not see it
   * @param mostBytes of a picture that is shown
   */
  public static String picture(byte[] file, String name, int mostBytes) {
    if (file == null) {
      return "<div class=\"none\">no image</div>\n";
    }
    String type = ImageTypes.suffixOf(file);
    if (type == null || !SHOWN_TYPES.contains(type) || file.length > mostBytes) {
      return String.format(
          Locale.ROOT,
          "<div class=\"none\">%s, %,d bytes</div>\n",
          type == null ? "unknown type" : type,
          file.length);
    }
    return "<img alt=\""
        + escape(name)
        + "\" src=\"data:image/"
        + (type.equals("jpg") ? "jpeg" : type)
        + ";base64,"
        + Base64.getEncoder().encodeToString(file)
        + "\">\n";
  }
}
