// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.report;

import dev.falcon.data.ImageTypes;
import dev.falcon.data.PrintableText;
import java.util.Base64;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** Builds pieces of HTML. */
public final class Markup {
  private static final Set<String> SHOWN_TYPES = Set.of("jpg", "png", "webp", "gif", "bmp");

  private Markup() {}

  /**
   * Escapes text for use between tags or in an attribute in double quotes. Invisible control
   * characters, such as bidirectional ones, become {@code \uFFFD}.
   */
  public static String escape(String text) {
    StringBuilder out = new StringBuilder(text.length() + 16);
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '&' -> out.append("&amp;");
        case '<' -> out.append("&lt;");
        case '>' -> out.append("&gt;");
        case '"' -> out.append("&quot;");
        default ->
            out.append(
                !Character.isSurrogate(c) && c != '\n' && c != '\t' && PrintableText.isHidden(c)
                    ? '\uFFFD'
                    : c);
      }
    }
    return out.toString();
  }

  /**
   * Returns an embedded picture, or a word in its place if browsers do not support its type or it
   * is too large.
   *
   * @param file the image file's bytes
   * @param name the picture's text alternative
   * @param mostBytes the maximum size of an embedded picture, in bytes
   */
  public static String picture(Optional<byte[]> file, String name, int mostBytes) {
    if (file.isEmpty()) {
      return placeholder("no image");
    }
    byte[] bytes = file.get();
    String type = ImageTypes.suffixOf(bytes).orElse("unknown type");
    if (!SHOWN_TYPES.contains(type) || bytes.length > mostBytes) {
      return placeholder(String.format(Locale.ROOT, "%s, %,d bytes", type, bytes.length));
    }
    return image(type.equals("jpg") ? "jpeg" : type, bytes, name);
  }

  /** Returns a word in place of a picture. */
  public static String placeholder(String text) {
    return "<div class=\"none\">" + escape(text) + "</div>\n";
  }

  /** Returns an embedded picture of a type that browsers support. */
  public static String image(String type, byte[] file, String name) {
    return "<img alt=\""
        + escape(name)
        + "\" src=\"data:image/"
        + type
        + ";base64,"
        + Base64.getEncoder().encodeToString(file)
        + "\">\n";
  }
}
