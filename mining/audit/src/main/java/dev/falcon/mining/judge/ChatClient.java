// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.judge;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.falcon.data.FalconException;
import dev.falcon.data.file.Json;
import java.io.IOException;
import java.net.ConnectException;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Sends questions, and sends them again if the server is busy or the connection breaks. Uses
 * HTTP/1.1, since some servers drop a question if the JDK offers HTTP/2. Follows no redirection,
 * which could send the key elsewhere.
 */
final class ChatClient {
  private static final Set<Integer> BUSY = Set.of(408, 409, 425, 429);
  private static final int TRIES = 7;
  private static final long FIRST_WAIT_MS = 500;
  private static final long LONGEST_WAIT_MS = 8_000;
  private static final long LONGEST_ASKED_MS = 60_000;
  private static final double YEAR_MS = 365 * 86_400_000.0;
  private static final int LONGEST_REPLY = 4 << 20;
  private static final int LONGEST_MESSAGE = 300;
  private static final int MOST_TIMEOUTS = 2;

  private final HttpClient client =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .followRedirects(HttpClient.Redirect.NEVER)
          .connectTimeout(Duration.ofSeconds(20))
          .build();
  private final JudgeServer server;
  private final Duration timeout;
  private final AdaptiveLimit pace;
  private final AtomicLong retries = new AtomicLong();
  private volatile boolean reached;

  ChatClient(JudgeServer server, JudgeRequest.Settings settings) {
    this.server = server;
    this.timeout = Duration.ofSeconds(settings.timeout());
    this.pace = new AdaptiveLimit(settings.concurrency());
  }

  long retries() {
    return retries.get();
  }

  /**
   * Sends a question, and returns the reply.
   *
   * @throws ChatException if the server refuses the question permanently, or stays busy or
   *     unreachable
   */
  ChatReply ask(ObjectNode question) throws InterruptedException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(server.questions())
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(Json.line(question)));
    server.key().ifPresent(key -> request.header("Authorization", "Bearer " + key));
    String last = "";
    int status = 0;
    int slow = 0;
    for (int attempt = 0; attempt < TRIES; attempt++) {
      long wait = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS << attempt);
      wait += ThreadLocalRandom.current().nextLong(wait / 4);
      try {
        HttpResponse<String> reply = inTurn(request.build());
        reached = true;
        status = reply.statusCode();
        Optional<JsonNode> body = json(reply.body());
        if (status == 200 && body.isPresent() && !body.get().hasNonNull("error")) {
          return ChatReply.of(body.get(), attempt);
        }
        last = message(status, reply.body(), body);
        if (!again(status, last)) {
          throw new ChatException(status, last);
        }
        Optional<Long> asked = asked(reply.headers());
        if (asked.isPresent()) { // a little later, so that not all waiting threads ask at once
          wait = asked.get() + ThreadLocalRandom.current().nextLong(FIRST_WAIT_MS / 5);
        }
        if (wait > LONGEST_ASKED_MS) {
          throw new ChatException(
              status, last + "; it asks to wait for " + wait / 1000 + " s; run again then");
        }
      } catch (ShortBody.TooLongException e) {
        throw new ChatException(200, server.address().getHost() + ": " + e.getMessage());
      } catch (IOException e) {
        status = 0;
        last = unanswered(e);
        slow += e instanceof HttpTimeoutException ? 1 : 0;
        if (slow == MOST_TIMEOUTS || (!reached && e instanceof ConnectException)) {
          throw new ChatException(0, last);
        }
        wait = attempt == 0 ? 0 : wait; // a kept connection may have been closed in the meantime
      }
      if (attempt + 1 < TRIES) {
        retries.incrementAndGet();
        Thread.sleep(wait);
      }
    }
    throw new ChatException(status, last);
  }

  /** Sends a question as soon as the limit on concurrent questions allows it. */
  private HttpResponse<String> inTurn(HttpRequest request)
      throws IOException, InterruptedException {
    pace.begin();
    boolean busy = false;
    try {
      HttpResponse<String> reply = exchange(request);
      busy = reply.statusCode() == 429 || reply.statusCode() == 503;
      return reply;
    } finally {
      pace.end(busy);
    }
  }

  /**
   * Sends a question, and waits for the whole reply, whose body may arrive slowly or not at all.
   */
  private HttpResponse<String> exchange(HttpRequest request)
      throws IOException, InterruptedException {
    CompletableFuture<HttpResponse<String>> reply =
        client.sendAsync(request, info -> new ShortBody(LONGEST_REPLY));
    try {
      return reply.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      HttpTimeoutException late = new HttpTimeoutException("no whole reply");
      late.initCause(e);
      throw late;
    } catch (ExecutionException e) {
      throw cause(e);
    } finally {
      reply.cancel(true); // has no effect on a reply that is complete
    }
  }

  /** Returns the cause of a failed exchange, of which some are wrapped several times. */
  private static IOException cause(ExecutionException failed) {
    for (Throwable at = failed.getCause(); at != null; at = at.getCause()) {
      if (at instanceof HttpTimeoutException
          || at instanceof ConnectException
          || at instanceof ShortBody.TooLongException) {
        return (IOException) at;
      }
    }
    return failed.getCause() instanceof IOException direct
        ? direct
        : new IOException(String.valueOf(failed.getCause()), failed);
  }

  private String unanswered(IOException e) {
    String host = server.address().getHost();
    if (e instanceof ConnectException) {
      int port = server.address().getPort();
      return host
          + (port < 0 ? "" : ":" + port)
          + ": nothing answers there; is the server running?";
    }
    return e instanceof HttpTimeoutException
        ? host + ": no answer within " + timeout.toSeconds() + " s"
        : host + ": no answer: " + server.withoutKey(reason(e));
  }

  private static String reason(IOException e) {
    return e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
  }

  private static Optional<JsonNode> json(String body) {
    try {
      return Optional.ofNullable(Json.mapper().readTree(body));
    } catch (JsonProcessingException e) {
      return Optional.empty();
    }
  }

  /** Returns whether the same question may be answered if it is sent again later. */
  private static boolean again(int status, String message) {
    return BUSY.contains(status)
        || (status >= 500 && !message.contains("image input is not supported"));
  }

  private String message(int status, String text, Optional<JsonNode> body) {
    JsonNode error = body.map(json -> json.path("error")).orElse(Json.mapper().nullNode());
    String said =
        error.isTextual()
            ? error.asText()
            : error.path("message").asText(body.map(JsonNode::asText).orElse(""));
    if (status / 100 == 3) {
      said = "it sends questions on to another address, which is not followed; name that address";
    }
    if (said.isBlank()) {
      said = text;
    }
    return server.address().getHost()
        + ": status "
        + status
        + ": "
        + server.shown(said, LONGEST_MESSAGE);
  }

  /**
   * Returns how long the server asks to wait, in milliseconds, at least 0; empty if it does not say
   * so in a number or a date.
   */
  private static Optional<Long> asked(HttpHeaders headers) {
    try {
      Optional<Long> exact =
          headers.firstValue("retry-after-ms").map(text -> within(Double.parseDouble(text)));
      return exact.or(() -> headers.firstValue("retry-after").map(ChatClient::milliseconds));
    } catch (NumberFormatException | DateTimeParseException e) {
      return Optional.empty();
    }
  }

  private static long milliseconds(String text) {
    if (text.matches("[0-9.]+")) {
      return within(1000 * Double.parseDouble(text));
    }
    ZonedDateTime then = ZonedDateTime.parse(text, DateTimeFormatter.RFC_1123_DATE_TIME);
    return within(Duration.between(ZonedDateTime.now(then.getZone()), then).toSeconds() * 1000.0);
  }

  private static long within(double milliseconds) {
    return (long) Math.max(0, Math.min(YEAR_MS, milliseconds));
  }

  /** Returns the failure to throw if a caller is interrupted. */
  static FalconException interrupted(InterruptedException e) {
    Thread.currentThread().interrupt();
    return new FalconException("interrupted; what was answered is kept", e);
  }
}
