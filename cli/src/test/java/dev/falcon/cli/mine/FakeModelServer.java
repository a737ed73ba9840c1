// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli.mine;

import static java.time.format.DateTimeFormatter.RFC_1123_DATE_TIME;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.falcon.data.file.Json;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * Answers as model servers do, each with its ways; the probability is a hash of the question, so
 * that no order of replies changes a table. Mode {@code delay=MS} answers after so many
 * milliseconds; {@code together=N} holds all questions after the first few back until N are there
 * at once.
 */
final class FakeModelServer implements AutoCloseable {
  /** Pictures of known truth, one pair alone, and the seven before the forecast. */
  private static final int ASKED_FIRST = 3 + 8;

  private final HttpServer server;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final String mode;
  private final AtomicInteger asked = new AtomicInteger();
  private final AtomicInteger running = new AtomicInteger();
  private final AtomicInteger held = new AtomicInteger(); // not yet answered
  private final AtomicInteger most = new AtomicInteger();
  private final CountDownLatch gathered = new CountDownLatch(1);
  private final CountDownLatch ended = new CountDownLatch(1);
  private final Map<String, Double> questions = new ConcurrentHashMap<>();
  private final Set<JsonNode> refused = ConcurrentHashMap.newKeySet();

  FakeModelServer(String mode) throws IOException {
    this.mode = mode;
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(threads);
    server.createContext("/", this::handle);
    server.start();
  }

  String address() {
    return "http://127.0.0.1:" + server.getAddress().getPort() + "/v1";
  }

  int asked() {
    return asked.get();
  }

  /** How many questions were there at once, at most, in the modes delay and together. */
  int together() {
    return most.get();
  }

  private void handle(HttpExchange exchange) throws IOException {
    int number = asked.incrementAndGet();
    int together = running.incrementAndGet();
    try {
      answer(exchange, number, together);
    } finally {
      running.decrementAndGet();
    }
  }

  /** What was asked, and the score that was answered. */
  Map<String, Double> questions() {
    return questions;
  }

  private void answer(HttpExchange exchange, int number, int together) throws IOException {
    JsonNode question = Json.mapper().readTree(exchange.getRequestBody().readAllBytes());
    if (exchange.getRequestHeaders().containsKey("Upgrade")
        || !exchange.getRequestURI().getPath().equals("/v1/chat/completions")
        || exchange.getRequestURI().getQuery() != null
        || !isWellFormed(question.at("/messages/0/content"))) {
      send(exchange, 400, "{\"detail\":\"Field required\"}");
      return;
    }
    int top = question.path("top_logprobs").asInt();
    int equals = mode.indexOf('=');
    int setting = equals < 0 ? 0 : Integer.parseInt(mode.substring(equals + 1));
    switch (equals < 0 ? mode : mode.substring(0, equals)) {
      case "delay" -> {
        hold();
        LockSupport.parkNanos(1_000_000L * setting);
        held.decrementAndGet();
        send(exchange, 200, reply(question, top));
      }
      case "together" -> {
        if (hold() >= setting) {
          gathered.countDown();
        }
        boolean all = number <= ASKED_FIRST || waited();
        held.decrementAndGet();
        send(exchange, all ? 200 : 400, all ? reply(question, top) : error("too few at once"));
      }
      case "vllm" -> {
        if (top > 20 || question.has("guided_choice")) {
          send(exchange, 400, error("Requested sample logprobs of 21, greater than 20"));
        } else {
          send(exchange, 200, reply(question, top));
        }
      }
      case "sglang" -> {
        if (top > 10) {
          send(exchange, 400, "\"top_logprobs must be between 0 and 10\"");
        } else {
          send(exchange, 200, reply(question, top));
        }
      }
      case "llamacpp" -> {
        if (number < 3) {
          send(exchange, 503, "{\"error\":{\"code\":503,\"message\":\"Loading model\"}}");
        } else {
          send(exchange, 200, reply(question, top));
        }
      }
      case "ollama" -> {
        String picture = question.at("/messages/0/content/0/image_url/url").asText();
        if (!picture.matches("(?s)data:image/(jpeg|jpg|png|webp);base64,.*")
            || !question.has("max_tokens")) {
          send(exchange, 400, error("invalid image input"));
        } else if (number % 5 == 0 && isFirst(question)) {
          exchange.getResponseHeaders().set("retry-after-ms", "2");
          send(exchange, 503, error("server busy, please try again"));
        } else {
          send(exchange, 200, reply(question, top));
        }
      }
      case "tgi" -> {
        if (top > 5) {
          send(exchange, 422, "{\"error\":\"`top_logprobs` must be at most 5\"}");
        } else if (number % 3 == 0 && isFirst(question)) {
          exchange.getResponseHeaders().set("retry-after-ms", "5");
          send(exchange, 429, "{\"error\":\"Model is overloaded\",\"error_type\":\"overloaded\"}");
        } else {
          send(exchange, 200, reply(question, top));
        }
      }
      case "openai" -> {
        if (question.has("max_tokens")) {
          send(exchange, 400, error("Use 'max_completion_tokens' instead of 'max_tokens'"));
        } else if (number == 7) {
          exchange
              .getResponseHeaders()
              .set("Retry-After", RFC_1123_DATE_TIME.format(ZonedDateTime.now(ZoneOffset.UTC)));
          send(exchange, 429, error("Rate limit reached"));
        } else if (number % 4 == 0 && number < 60) {
          exchange.getResponseHeaders().set("Retry-After", "0");
          send(exchange, 503, error("loading"));
        } else {
          send(exchange, 200, reply(question, top));
        }
      }
      case "blind" -> send(exchange, 500, error("image input is not supported - hint: mmproj"));
      case "unknown" -> send(exchange, 404, error("The model `m` does not exist."));
      case "wordy" -> send(exchange, 200, words(question, "It depends."));
      case "silent" -> send(exchange, 200, words(question, "Yes"));
      case "thinking" -> send(exchange, 200, words(question, "<think>Let me look"));
      case "echo" ->
          send(
              exchange,
              401,
              "\"bad key " + exchange.getRequestHeaders().getFirst("Authorization") + "\"");
      case "reasoning" -> {
        if (question.has("logprobs")) {
          send(exchange, 403, error("You are not allowed to request logprobs from this model"));
        } else {
          send(exchange, 200, words(question, "Yes"));
        }
      }
      case "loop" -> {
        exchange.getResponseHeaders().set("Location", address() + "/chat/completions");
        send(exchange, 307, "");
      }
      case "html" -> send(exchange, 200, "<html>Welcome</html>");
      case "empty" -> send(exchange, 200, "{\"choices\":[]}");
      case "above" -> send(exchange, 200, reply(question, top).replace("-9999", "0.7"));
      case "strange" -> send(exchange, 200, reply(question, top).replaceAll("(?i)yes|no", "It"));
      case "tiring" -> {
        boolean probing = number <= (question.has("logprobs") ? 3 : 6);
        String own = question.has("logprobs") ? reply(question, top) : words(question, "Yes");
        String vague =
            question.has("logprobs")
                ? own.replaceAll("(?i)yes|no", "It")
                    .replace("\"content\":\"It", "\"content\":\"It depends.")
                : words(question, "It depends.");
        send(exchange, 200, probing ? own : vague);
      }
      case "alike" -> send(exchange, 200, reply(question, top));
      case "prudish" -> {
        ObjectNode reply = base(question, "");
        ((ObjectNode) reply.at("/choices/0"))
            .put("finish_reason", number % 2 == 0 ? "content_filter" : "stop");
        ((ObjectNode) reply.at("/choices/0/message"))
            .put("refusal", number % 2 == 0 ? null : "I cannot help with that.");
        String own = reply(question, top);
        send(exchange, 200, number % 3 == 0 ? reply.toString() : own);
      }
      case "leaky" -> {
        String key = exchange.getRequestHeaders().getFirst("Authorization");
        if (number % 5 == 0) {
          send(exchange, 422, "\"not " + key + "\"");
        } else {
          String own = reply(question, top);
          send(exchange, 200, own.replace("served-m", key).replace("\"fp\"", '"' + key + '"'));
        }
      }
      case "busy" -> {
        if (together > 2) {
          exchange.getResponseHeaders().set("retry-after-ms", "1");
          send(exchange, 429, error("too many"));
        } else {
          send(exchange, 200, reply(question, top));
        }
      }
      case "flaky" -> {
        if (number % 40 == 2) {
          exchange.sendResponseHeaders(200, 1000);
          exchange.getResponseBody().write('{');
          exchange.close();
        } else {
          send(exchange, 200, reply(question, top));
        }
      }
      case "slow" -> {
        byte[] bytes = reply(question, top).getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(200, bytes.length);
        for (int i = 0; i < bytes.length; i++) {
          exchange.getResponseBody().write(bytes, i, 1);
          exchange.getResponseBody().flush();
          if (i % 100 == 0) {
            LockSupport.parkNanos(1_000_000);
          }
        }
        exchange.close();
      }
      case "dead" -> LockSupport.parkNanos(20_000_000_000L);
      case "wait" -> {
        String header = mode.startsWith("wait=1") ? "Retry-After-Ms" : "Retry-After";
        if (isFirst(question) && number > 3) {
          exchange.getResponseHeaders().set(header, "-50");
          send(exchange, 429, error("too many"));
        } else {
          send(exchange, 200, reply(question, top));
        }
      }
      case "forever" -> {
        exchange.getResponseHeaders().set("Retry-After", "99999999999999999999");
        send(exchange, 429, error("too many"));
      }
      case "stalled" -> {
        exchange.sendResponseHeaders(200, 1000);
        exchange.getResponseBody().write('{');
        exchange.getResponseBody().flush();
        waitedForEnd();
      }
      case "long" -> send(exchange, 200, " ".repeat(setting) + reply(question, top));
      case "named" ->
          send(exchange, 200, reply(question, top).replace("served-m", "m".repeat(setting)));
      case "usage" ->
          send(
              exchange,
              200,
              reply(question, top)
                  .replace("\"prompt_tokens\":1000", "\"prompt_tokens\":" + (setting - 1000)));
      case "errnull" ->
          send(exchange, 200, reply(question, top).replaceFirst("\\{", "{\"error\":null,"));
      case "lines" ->
          send(
              exchange,
              number > 3 ? 422 : 200,
              number > 3 ? error("no\\nfalcon: all is well") : reply(question, top));
      case "russian" -> {
        ObjectNode own = (ObjectNode) Json.mapper().readTree(reply(question, top));
        ((ObjectNode) own.at("/choices/0/message")).put("content", "\u0434\u0430");
        send(exchange, 200, own.toString());
      }
      case "longleak" -> {
        String key = exchange.getRequestHeaders().getFirst("Authorization");
        ObjectNode own = (ObjectNode) Json.mapper().readTree(reply(question, top));
        ((ObjectNode) own.at("/choices/0/message")).put("content", "x".repeat(160) + key);
        send(exchange, 200, own.toString());
      }
      case "half" ->
          send(
              exchange,
              number > 40 ? 422 : 200,
              number > 40 ? error("enough") : reply(question, top));
      case "error200" -> send(exchange, 200, error("no such path"));
      default -> throw new IllegalArgumentException(mode);
    }
  }

  /** Keeps a connection open until the server is closed. */
  private void waitedForEnd() {
    try {
      ended.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** At most two pictures, then one text. */
  private static boolean isWellFormed(JsonNode content) {
    int pictures = content.size() - 1;
    boolean formed = pictures >= 0 && pictures <= 2 && content.at("/" + pictures).has("text");
    for (int i = 0; i < pictures; i++) {
      formed &= content.at("/" + i + "/image_url/url").asText().startsWith("data:image/");
    }
    return formed;
  }

  /** The text of a question; of two pictures their addresses, too. */
  private static String said(JsonNode content) {
    int pictures = content.size() - 1;
    String text = content.at("/" + pictures + "/text").asText();
    return pictures < 2
        ? text
        : text + content.at("/0/image_url/url").asText() + content.at("/1/image_url/url").asText();
  }

  /** Returns whether a question was not refused before: none is so often that it is given up. */
  private boolean isFirst(JsonNode question) {
    return refused.add(question.path("messages"));
  }

  /** Counts a question as there until it is about to be answered. */
  private int hold() {
    int now = held.incrementAndGet();
    most.accumulateAndGet(now, Math::max);
    return now;
  }

  /** Waits until enough questions are there at once; false where they never are. */
  private boolean waited() {
    try {
      return gathered.await(30, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private static String error(String message) {
    return "{\"error\":{\"message\":\"" + message + "\",\"type\":\"x\"}}";
  }

  private static ObjectNode base(JsonNode question, String text) {
    ObjectNode reply = Json.mapper().createObjectNode().put("model", "served-m");
    reply.putObject("usage").put("prompt_tokens", 1000).put("completion_tokens", 1);
    reply.putArray("choices").addObject().putObject("message").put("content", text);
    return reply.put("system_fingerprint", "fp").put("id", question.path("model").asText());
  }

  private static String words(JsonNode question, String text) {
    return base(question, text).toString();
  }

  static double probability(String text) {
    return Math.floorMod(text.hashCode(), 997) / 1000.0 + 0.001;
  }

  private String reply(JsonNode question, int top) {
    String text = said(question.at("/messages/0/content"));
    double yes = mode.equals("alike") ? 0.7 : probability(text);
    questions.put(text, yes);
    ObjectNode reply = base(question, yes > 0.5 ? "Yes" : "No");
    ObjectNode place =
        ((ObjectNode) reply.at("/choices/0")).putObject("logprobs").putArray("content").addObject();
    place.put("token", "Yes");
    ArrayNode tokens = place.putArray("top_logprobs");
    add(tokens, "Yes", 0.6 * yes, top);
    add(tokens, " No", 0.9 * (1 - yes), top);
    add(tokens, "\u0120yes", 0.3 * yes, top);
    add(tokens, "The", 0.05, top);
    tokens.addObject().put("token", "<|im_end|>").put("logprob", -9999);
    return reply.toString();
  }

  private static void add(ArrayNode tokens, String text, double probability, int top) {
    if (tokens.size() < top) {
      ObjectNode token = tokens.addObject().put("token", text);
      token.put("logprob", Math.log(probability)).put("id", 7).putArray("bytes").add(89);
    }
  }

  private static void send(HttpExchange exchange, int status, String body) throws IOException {
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(status, bytes.length);
    exchange.getResponseBody().write(bytes);
    exchange.close();
  }

  @Override
  public void close() {
    ended.countDown();
    server.stop(0);
    threads.shutdownNow();
  }
}
