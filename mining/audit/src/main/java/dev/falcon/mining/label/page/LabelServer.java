// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.label.page;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.falcon.data.FalconException;
import dev.falcon.data.RequestException;
import dev.falcon.data.file.Json;
import dev.falcon.data.sample.PairSide;
import dev.falcon.mining.label.LabelText;
import java.io.IOException;
import java.io.InputStream;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Serves the page of one annotator on the loopback address. A request must be for the printed
 * address and have its token. Only the page, its tasks and their pictures are served.
 */
final class LabelServer implements AutoCloseable {
  /** More than the connections of a browser, so that some that stay silent do not hold it up. */
  private static final int THREADS = 64;

  private static final int TOKEN_BYTES = 32;
  private static final int LONGEST_BODY = 4096;
  private static final long IDLE_MINUTES = 60;
  private static final String JSON = "application/json; charset=utf-8";

  static {
    limit("sun.net.httpserver.maxReqTime", 20);
    limit("sun.net.httpserver.maxRspTime", 300);
  }

  private final LabelSession session;
  private final LabelPictures pictures;
  private final HttpServer server;
  private final ExecutorService threads;
  private final String token;
  private final LabelGuard guard;
  private final LabelPage page = LabelPage.served();
  private final CountDownLatch done = new CountDownLatch(1);
  private final AtomicLong lastRequest = new AtomicLong(System.nanoTime());

  /**
   * Limits how long a request or a reply may take, in seconds, after which the JDK's server closes
   * its connection; by default it waits for ever, and a thread with it. The JDK reads the limits
   * when it makes its first server.
   */
  private static void limit(String property, int seconds) {
    if (System.getProperty(property) == null) {
      System.setProperty(property, Integer.toString(seconds));
    }
  }

  private LabelServer(
      LabelSession session,
      LabelPictures pictures,
      HttpServer server,
      Optional<Integer> forwarded) {
    this.session = session;
    this.pictures = pictures;
    this.server = server;
    byte[] random = new byte[TOKEN_BYTES];
    new SecureRandom().nextBytes(random);
    this.token = HexFormat.of().formatHex(random);
    this.guard = new LabelGuard(token, port(), forwarded);
    this.threads =
        Executors.newFixedThreadPool(
            THREADS,
            work -> {
              Thread thread = new Thread(work, "label page");
              thread.setDaemon(true);
              return thread;
            });
    server.setExecutor(threads);
    server.createContext("/", this::handle);
    server.start();
  }

  /**
   * Starts serving.
   *
   * @param port the port, in [0, 65535]; 0 for any free one
   * @param forwarded the port of the browser's machine that is forwarded to this one
   */
  static LabelServer start(
      LabelSession session, LabelPictures pictures, int port, Optional<Integer> forwarded) {
    if (port < 0 || port > 65535) {
      throw new RequestException("a port must lie in [0, 65535]; port=" + port);
    }
    try {
      InetAddress loopback = InetAddress.getByAddress(new byte[] {127, 0, 0, 1});
      HttpServer server = HttpServer.create(new InetSocketAddress(loopback, port), 0);
      return new LabelServer(session, pictures, server, forwarded);
    } catch (BindException e) {
      throw new RequestException("port " + port + " is in use; name another, or 0 for any", e);
    } catch (IOException e) {
      throw new FalconException("the page cannot be served: " + e.getMessage(), e);
    }
  }

  int port() {
    return server.getAddress().getPort();
  }

  /**
   * Returns the page's address with its token, which is in the fragment, so that browsers do not
   * send it.
   */
  String address(Optional<Integer> forwarded) {
    return "http://127.0.0.1:" + forwarded.orElse(port()) + "/#" + token;
  }

  /**
   * Waits until the page reports that it is done, or for an hour without a request that has the
   * token.
   */
  void await() throws InterruptedException {
    while (!done.await(1, TimeUnit.SECONDS)) {
      long idle = System.nanoTime() - lastRequest.get();
      if (idle > TimeUnit.MINUTES.toNanos(IDLE_MINUTES)) {
        return;
      }
    }
  }

  @Override
  public void close() {
    server.stop(1);
    threads.shutdown();
  }

  /** A response. */
  private record Reply(int status, String type, byte[] body) {
    static Reply json(int status, Object value) {
      return new Reply(status, JSON, Json.line(value).getBytes(StandardCharsets.UTF_8));
    }

    static Reply refused(int status, String why) {
      return json(status, Map.of("error", why));
    }
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      Reply reply = reply(exchange);
      exchange.getResponseHeaders().set("Content-Type", reply.type());
      page.headers().forEach(exchange.getResponseHeaders()::set);
      exchange.sendResponseHeaders(
          reply.status(), reply.body().length == 0 ? -1 : reply.body().length);
      exchange.getResponseBody().write(reply.body());
    }
  }

  private Reply reply(HttpExchange exchange) throws IOException {
    try {
      Optional<LabelGuard.Refusal> refusal = guard.refusal(exchange);
      if (refusal.isPresent()) {
        return Reply.refused(refusal.get().status(), refusal.get().why());
      }
      if (!exchange.getRequestURI().getRawPath().equals("/")) { // the page needs no token
        lastRequest.set(System.nanoTime());
      }
      return exchange.getRequestMethod().equals("POST") ? post(exchange) : get(exchange);
    } catch (RequestException e) {
      return Reply.refused(409, e.getMessage());
    } catch (FalconException e) {
      return Reply.refused(500, e.getMessage());
    }
  }

  private Reply get(HttpExchange exchange) {
    String path = exchange.getRequestURI().getRawPath();
    if (path.equals("/")) {
      return new Reply(200, "text/html; charset=utf-8", page.html());
    }
    if (path.equals("/state")) {
      return Reply.json(200, session.state());
    }
    if (path.equals("/result")) {
      return Reply.json(200, Map.of("lines", LabelText.linesWithCautions(session.result())));
    }
    Optional<byte[]> picture = picture(path).map(pictures::read);
    if (picture.isPresent()) {
      String type = LabelPictures.type(picture.get()).orElse("application/octet-stream");
      return new Reply(200, type, picture.get());
    }
    Optional<Integer> own = number(path, "/own/");
    return own.isPresent()
        ? Reply.json(200, Map.of("captions", session.own(own.get())))
        : Reply.refused(404, "there is no such page");
  }

  /** Returns the picture at an address, which has a pair's number and the number of the side. */
  private Optional<PairSide.Picture> picture(String path) {
    if (!path.endsWith("/0") && !path.endsWith("/1")) {
      return Optional.empty();
    }
    int side = path.endsWith("/1") ? 1 : 0;
    List<PairSide> sides =
        number(path.substring(0, path.length() - 2), "/image/")
            .map(session::sides)
            .orElse(List.of());
    return sides.isEmpty() ? Optional.empty() : sides.get(side).picture();
  }

  private static Optional<Integer> number(String path, String begin) {
    String digits = path.startsWith(begin) ? path.substring(begin.length()) : "";
    return digits.matches("[0-9]{1,9}") ? Optional.of(Integer.valueOf(digits)) : Optional.empty();
  }

  private Reply post(HttpExchange exchange) throws IOException {
    String path = exchange.getRequestURI().getRawPath();
    byte[] body;
    try (InputStream in = exchange.getRequestBody()) {
      body = in.readNBytes(LONGEST_BODY + 1);
    }
    if (body.length > LONGEST_BODY) {
      return Reply.refused(413, "an answer has at most " + LONGEST_BODY + " bytes");
    }
    return switch (path) {
      case "/answer" -> answer(body);
      case "/undo" -> Reply.json(200, session.undo());
      case "/done" -> {
        done.countDown();
        yield Reply.json(200, Map.of("done", List.of()));
      }
      default -> Reply.refused(404, "there is no such page");
    };
  }

  private Reply answer(byte[] body) throws IOException {
    try {
      JsonNode answer = Json.mapper().readTree(body);
      JsonNode match = answer.path("match");
      if (!answer.path("number").isInt() || !(match.isBoolean() || match.isNull())) {
        return Reply.refused(400, "an answer must have a number, and match: true, false or null");
      }
      LabelSession.Given given = Json.mapper().treeToValue(answer, LabelSession.Given.class);
      if (given.match() != null
          && session.sides(given.number()).stream()
              .flatMap(side -> side.picture().stream())
              .anyMatch(picture -> !pictures.shows(picture))) {
        return Reply.refused(409, "the picture cannot be shown; only unsure is an answer");
      }
      return Reply.json(200, session.answer(given));
    } catch (JsonProcessingException e) {
      return Reply.refused(400, "not an answer");
    }
  }
}
