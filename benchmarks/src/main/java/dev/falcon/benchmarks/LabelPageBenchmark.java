// SPDX-License-Identifier: Apache-2.0
package dev.falcon.benchmarks;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.falcon.benchmarks.material.Scratch;
import dev.falcon.data.Progress;
import dev.falcon.data.file.Json;
import dev.falcon.data.source.SampleSources;
import dev.falcon.mining.label.page.LabelRequest;
import dev.falcon.mining.label.page.Labelling;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.WebSocket;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.StreamSupport;

/**
 * How long the page of {@code falcon label} takes from a key to the next pair on the screen, in a
 * headless browser of Chromium's kind: until the next picture is decoded and a frame has begun. The
 * page answers as fast as it takes answers, four a second. The browser runs already, and can be
 * driven by a port. Arguments: {@code audit=DIR data=DATASET pairs=100 port=9222}.
 */
public final class LabelPageBenchmark {
  private static final String SCRIPT =
      """
      (async () => {
        const rest = ms => new Promise(done => setTimeout(done, ms));
        const times = [];
        while (times.length < PAIRS && state.upcoming.length > 1) {
          while (!(performance.now() - shownAt > 260)) await rest(5);
          const before = shown, begin = performance.now();
          document.dispatchEvent(new KeyboardEvent('keydown', {key: 'm', bubbles: true}));
          while (shown === before || shownAt === Infinity) await rest(0);
          await $('picture').decode();
          await new Promise(done => requestAnimationFrame(done));
          times.push(performance.now() - begin);
        }
        await sending;
        return times;
      })()
      """;

  private final BlockingQueue<JsonNode> replies = new LinkedBlockingQueue<>();
  private final WebSocket socket;

  private LabelPageBenchmark(URI page) {
    socket = HttpClient.newHttpClient().newWebSocketBuilder().buildAsync(page, new Whole()).join();
  }

  /** Runs the benchmark. */
  public static void main(String[] arguments) throws Exception {
    Map<String, String> options = new TreeMap<>(Map.of("pairs", "100", "port", "9222"));
    for (String argument : arguments) {
      String[] parts = argument.split("=", 2);
      options.put(parts[0], parts[1]);
    }
    try (Scratch folder = Scratch.create()) {
      Labelling labelling =
          new Labelling(
              new LabelRequest(
                  Path.of(options.get("audit")),
                  SampleSources.open(options.get("data")),
                  Optional.empty(),
                  Optional.empty(),
                  folder.resolve("labels"),
                  "benchmark",
                  new LabelRequest.Stop(
                      2 * Integer.parseInt(options.get("pairs")), Optional.empty()),
                  0,
                  false,
                  OptionalLong.of(1)),
              Progress.NONE);
      CompletableFuture<String> address = new CompletableFuture<>();
      Thread server =
          new Thread(
              () -> labelling.serve(new Labelling.Place(0, Optional.empty()), address::complete));
      server.setDaemon(true);
      server.start();
      double[] times = measured(options, address.get(1, TimeUnit.MINUTES));
      System.out.printf(
          Locale.ROOT,
          "%,d pairs: from the key to the next pair %.1f ms in the median, %.1f ms in 95 %%, %.1f ms"
              + " at most%n",
          times.length,
          times[times.length / 2],
          times[(int) (0.95 * times.length)],
          times[times.length - 1]);
    }
  }

  private static double[] measured(Map<String, String> options, String address)
      throws IOException, InterruptedException {
    LabelPageBenchmark page = new LabelPageBenchmark(tab(options.get("port")));
    page.ask("Page.navigate", Map.of("url", address));
    while (!page.evaluate("typeof state === 'object' && shownAt > 0").asBoolean()) {
      Thread.sleep(100);
    }
    JsonNode times = page.evaluate(SCRIPT.replace("PAIRS", options.get("pairs")));
    double[] sorted =
        StreamSupport.stream(times.spliterator(), false).mapToDouble(JsonNode::asDouble).toArray();
    Arrays.sort(sorted);
    return sorted;
  }

  private static URI tab(String port) throws IOException, InterruptedException {
    URI address = URI.create("http://127.0.0.1:" + port + "/json/new?about:blank");
    HttpRequest request =
        HttpRequest.newBuilder(address).PUT(HttpRequest.BodyPublishers.noBody()).build();
    String tab =
        HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString()).body();
    return URI.create(Json.mapper().readTree(tab).path("webSocketDebuggerUrl").asText());
  }

  private JsonNode evaluate(String script) throws InterruptedException {
    JsonNode result =
        ask(
            "Runtime.evaluate",
            Map.of("expression", script, "awaitPromise", true, "returnByValue", true));
    if (result.has("exceptionDetails")) {
      throw new IllegalStateException(result.toString());
    }
    return result.at("/result/value");
  }

  private JsonNode ask(String method, Map<String, Object> parameters) throws InterruptedException {
    ObjectNode command = Json.mapper().createObjectNode().put("id", 1).put("method", method);
    command.set("params", Json.mapper().valueToTree(parameters));
    socket.sendText(command.toString(), true).join();
    JsonNode reply = replies.take();
    while (!reply.has("id")) {
      reply = replies.take();
    }
    return reply.path("result");
  }

  /** Puts whole replies into the queue. */
  private final class Whole implements WebSocket.Listener {
    private final StringBuilder text = new StringBuilder();

    @Override
    public CompletionStage<?> onText(WebSocket from, CharSequence part, boolean last) {
      text.append(part);
      if (last) {
        try {
          replies.add(Json.mapper().readTree(text.toString()));
        } catch (IOException e) {
          throw new IllegalStateException(e);
        }
        text.setLength(0);
      }
      return WebSocket.Listener.super.onText(from, part, last);
    }
  }
}
