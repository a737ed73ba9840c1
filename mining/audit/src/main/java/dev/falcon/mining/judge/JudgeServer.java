// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.judge;

import dev.falcon.data.RequestException;
import java.net.URI;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * A server on which a model answers.
 *
 * @param address the address of its OpenAI-compatible interface, such as {@code
 *     http://127.0.0.1:8000/v1}
 * @param model the model's name on the server
 * @param key a secret that is sent with every question, and never written
 */
public record JudgeServer(URI address, String model, Optional<String> key) {
  private static final Set<String> LOOPBACK = Set.of("127.0.0.1", "localhost", "[::1]", "::1");

  public JudgeServer {
    String scheme = address.getScheme() == null ? "" : address.getScheme().toLowerCase(Locale.ROOT);
    if (!Set.of("http", "https").contains(scheme) || address.getHost() == null) {
      throw new RequestException(
          "the server's address begins with http:// or https:// and names a host; '"
              + address.getScheme()
              + "'");
    }
    if (address.getUserInfo() != null || address.getQuery() != null) {
      throw new RequestException(
          "the server's address holds no name, password or query; a key goes into the environment");
    }
    if (key.isPresent() && !key.get().matches("[\\x21-\\x7e]+")) {
      throw new RequestException(
          "the key in the environment has a blank, a line break or a character beyond ASCII; a key"
              + " has none");
    }
    if (key.isPresent() && scheme.equals("http") && !LOOPBACK.contains(address.getHost())) {
      throw new RequestException(
          address.getHost() + ": a key is sent by https:// only, but to this machine");
    }
  }

  /** Returns whether pictures and captions stay on this machine. */
  public boolean isLocal() {
    return LOOPBACK.contains(address.getHost());
  }

  /** Returns the address to which questions are sent. */
  URI questions() {
    String base = address.toString();
    return URI.create((base.endsWith("/") ? base : base + "/") + "chat/completions");
  }

  /** Returns a text from the server with the key removed. */
  String withoutKey(String text) {
    return key.map(secret -> text.replace(secret, "…")).orElse(text);
  }

  /**
   * Returns a text from the server in one line, without the key, and shortened. The key is removed
   * first, since it could no longer be recognised where the text is cut.
   */
  String shown(String text, int longest) {
    String line = withoutKey(text).strip().replaceAll("\\s+", " ");
    if (line.length() <= longest) {
      return line;
    }
    int end = Character.isHighSurrogate(line.charAt(longest - 1)) ? longest - 1 : longest;
    return line.substring(0, end) + "…";
  }

  /** Returns a description without the key. */
  @Override
  public String toString() {
    return address + " " + model;
  }
}
