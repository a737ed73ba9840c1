// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.label.page;

import dev.falcon.data.Sha256;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.Map;

/**
 * The page and its HTTP headers, which allow it its own script and style and the pictures that the
 * script has fetched, and nothing from any other address.
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record LabelPage(byte[] html, Map<String, String> headers) {
  private static final String SCRIPT = "@SCRIPT@";
  private static final String STYLE = "@STYLE@";
  private static final String PAIRS = "@PAIRS@";

  /** Returns the page for a server. */
  static LabelPage served() {
    String script = resource("label.js");
    String style = resource("label.css");
    String policy =
        "default-src 'none'; img-src blob:; script-src 'sha256-"
            + digest(script)
            + "'; style-src 'sha256-"
            + digest(style)
            + "'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
    return new LabelPage(
        html(script, style, "").getBytes(StandardCharsets.UTF_8),
        Map.of(
            "Content-Security-Policy",
            policy,
            "X-Content-Type-Options",
            "nosniff",
            "Referrer-Policy",
            "no-referrer",
            "Cross-Origin-Resource-Policy",
            "same-origin",
            "Cache-Control",
            "no-store"));
  }

  /**
   * Returns the page as a standalone file.
   *
   * @param pairs the pairs to ask about, with their pictures, as JSON
   */
  static String standing(String pairs) {
    String data =
        "<script type=\"application/json\" id=\"pairs\">"
            + pairs.replace("<", "\\u003c")
            + "</script>\n";
    return html(resource("label.js"), resource("label.css"), data);
  }

  private static String html(String script, String style, String pairs) {
    // The pairs last, since a caption may hold the name of any place.
    return resource("label.html")
        .replace(STYLE, style)
        .replace(SCRIPT, script)
        .replace(PAIRS, pairs);
  }

  private static String digest(String text) {
    MessageDigest digest = Sha256.digest();
    digest.update(text.getBytes(StandardCharsets.UTF_8));
    return Base64.getEncoder().encodeToString(digest.digest());
  }

  private static String resource(String name) {
    try (InputStream in = LabelPage.class.getResourceAsStream(name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
