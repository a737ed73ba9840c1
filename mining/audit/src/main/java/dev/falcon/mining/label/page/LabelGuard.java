// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.label.page;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Refuses requests that do not come from the page: requests for another host name, which a foreign
 * page may resolve to this address; requests without the token; and requests by other pages.
 */
final class LabelGuard {
  private final String token;
  private final Set<String> hosts = new TreeSet<>();

  /**
   * Creates a guard.
   *
   * @param forwarded a port of the browser's machine that is forwarded to this one
   */
  LabelGuard(String token, int port, Optional<Integer> forwarded) {
    this.token = token;
    for (int own : new int[] {port, forwarded.orElse(port)}) {
      hosts.add("127.0.0.1:" + own);
      hosts.add("localhost:" + own);
    }
  }

  /** The reason why a request is refused, with the HTTP status. */
  record Refusal(int status, String why) {}

  Optional<Refusal> refusal(HttpExchange exchange) {
    Headers headers = exchange.getRequestHeaders();
    String method = exchange.getRequestMethod();
    String host = headers.getFirst("Host");
    if (host == null || !hosts.contains(host)) {
      return refuse(403, "this address is not the page's");
    }
    boolean post = method.equals("POST");
    if (!post && !method.equals("GET")) {
      return refuse(405, "only GET and POST");
    }
    if (!post && exchange.getRequestURI().getRawPath().equals("/")) {
      return Optional.empty(); // the page itself contains no data
    }
    String site = headers.getFirst("Sec-Fetch-Site");
    if (site != null && !site.equals("same-origin")) {
      return refuse(403, "asked by another page");
    }
    if (!hasToken(headers.getFirst("Authorization"))) {
      return refuse(401, "the address lacks its token; open the one that was printed");
    }
    if (post) {
      if (!("http://" + host).equals(headers.getFirst("Origin"))) {
        return refuse(403, "asked by another page");
      }
      String type = headers.getFirst("Content-Type");
      if (type == null || !type.equals("application/json")) {
        return refuse(415, "an answer is JSON");
      }
    }
    return Optional.empty();
  }

  private static Optional<Refusal> refuse(int status, String why) {
    return Optional.of(new Refusal(status, why));
  }

  private boolean hasToken(String authorization) {
    return authorization != null
        && MessageDigest.isEqual(
            ("Bearer " + token).getBytes(StandardCharsets.UTF_8),
            authorization.getBytes(StandardCharsets.UTF_8));
  }
}
