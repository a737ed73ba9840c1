// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli.mine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.falcon.cli.Cli;
import dev.falcon.data.file.Json;
import dev.falcon.data.scenes.Scenes;
import dev.falcon.data.scenes.Split;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.WebSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A browser without a window labels by its keyboard, driven by its own protocol. Skipped where no
 * browser is installed.
 */
class LabelPageInBrowserTest {
  private static final String DATA = "scenes:train,captions-per-image=1,count=10";
  private static final List<String> BROWSERS =
      List.of("chromium", "chromium-browser", "google-chrome");

  @TempDir private Path folder;
  private Optional<Process> browser = Optional.empty();
  private final BlockingQueue<JsonNode> replies = new LinkedBlockingQueue<>();
  private WebSocket page;
  private int asked;

  /** Its helpers write into the profile, too, so that all must have ended. */
  @AfterEach
  void closeBrowser() throws Exception {
    if (browser.isPresent()) {
      List<ProcessHandle> helpers = browser.get().descendants().toList();
      browser.get().destroy();
      assertThat(browser.get().waitFor(1, TimeUnit.MINUTES)).isTrue();
      for (ProcessHandle helper : helpers) {
        helper.destroyForcibly();
        helper.onExit().get(1, TimeUnit.MINUTES);
      }
    }
  }

  @Test
  void keysLabelAndTheLayoutFitsEveryScreen() throws Exception {
    Optional<Path> program =
        Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator, -1))
            .filter(directory -> !directory.isEmpty())
            .flatMap(directory -> BROWSERS.stream().map(name -> Path.of(directory, name)))
            .filter(Files::isExecutable)
            .findFirst();
    assumeTrue(program.isPresent(), "no browser of Chromium's kind on the path");
    Path audit = audit();
    try (ScriptedAnnotator label =
        new ScriptedAnnotator(audit, "--input-dataset=" + DATA, "--quiet", "--annotator=ann")) {
      open(program.orElseThrow(), label.origin() + "/#" + label.token());
      waitFor("location.hash === '' && document.getElementById('count').textContent", "1 of 94");

      answer("m", 77, false);
      waitFor("document.getElementById('count').textContent", "2 of 94");
      answer("m", 77, true); // a key held down
      answer("ArrowLeft", 37, false);
      waitFor("document.getElementById('count').textContent", "3 of 94");
      answer(" ", 32, false);
      waitFor("document.getElementById('count').textContent", "4 of 94");
      key("o", 79, false); // the own caption, after the answer
      waitFor("document.getElementById('own').hidden ? '' : 'shown'", "shown");
      key("Backspace", 8, false);
      waitFor("document.getElementById('count').textContent", "3 of 94");
      waitFor("document.getElementById('own').hidden ? 'hidden' : ''", "hidden");

      send(
          "Emulation.setDeviceMetricsOverride",
          "{\"width\":400,\"height\":800," + "\"deviceScaleFactor\":1,\"mobile\":true}");
      waitFor("document.documentElement.scrollWidth <= 400 ? 'fits' : 'wide'", "fits");
      waitFor(
          "Math.min(...[...document.querySelectorAll('#answers button')]"
              + ".map(button => button.getBoundingClientRect().height)) >= 44 ? 'large' : 'small'",
          "large");
      send(
          "Emulation.setEmulatedMedia",
          "{\"features\":[{\"name\":\"prefers-color-scheme\",\"value\":\"dark\"}]}");
      waitFor("getComputedStyle(document.body).backgroundColor", "rgb(22, 24, 27)");
      assertThat(label.finish()).isZero();
    }
    List<String> journal = Files.readAllLines(audit.resolve("labels/ann.jsonl"));
    assertThat(journal).hasSize(4);
    assertThat(journal.get(0)).contains("\"match\":true");
    assertThat(journal.get(1)).contains("\"match\":false");
    assertThat(journal.get(2)).contains("\"match\":null").doesNotContain("undo");
    assertThat(journal.get(3)).contains("\"undo\":true");
  }

  private Path audit() throws IOException {
    StringBuilder pairs = new StringBuilder("image_key,text_key\n");
    for (int image = 0; image < 10; image++) {
      for (int text = 0; text < 10; text++) {
        if (image != text) {
          pairs.append(Scenes.key(Split.TRAIN, image)).append(',');
          pairs.append(Scenes.key(Split.TRAIN, text)).append('\n');
        }
      }
    }
    Path list = Files.writeString(folder.resolve("pairs.csv"), pairs);
    Path audit = folder.resolve("audit");
    Cli.Result result =
        Cli.launch(
            "audit-fn", "--input-dataset=" + DATA, "--pairs=" + list, "--quiet", "--out=" + audit);
    assertThat(result.exitCode()).as(result.errors()).isZero();
    return audit;
  }

  private void open(Path program, String address) throws IOException, InterruptedException {
    Path profile = Files.createDirectory(folder.resolve("profile"));
    browser =
        Optional.of(
            new ProcessBuilder(
                    program.toString(),
                    "--headless",
                    "--no-sandbox",
                    "--disable-gpu",
                    "--remote-debugging-port=0",
                    "--user-data-dir=" + profile,
                    "about:blank")
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start());
    Path place = profile.resolve("DevToolsActivePort");
    for (int i = 0; i < 1200 && !(Files.exists(place) && Files.size(place) > 0); i++) {
      Thread.sleep(50);
    }
    String port = Files.readAllLines(place).get(0);
    HttpClient client = HttpClient.newHttpClient();
    HttpRequest tab =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/json/new?about:blank"))
            .PUT(HttpRequest.BodyPublishers.noBody())
            .build();
    String told = client.send(tab, HttpResponse.BodyHandlers.ofString()).body();
    String socket = Json.mapper().readTree(told).path("webSocketDebuggerUrl").asText();
    page = client.newWebSocketBuilder().buildAsync(URI.create(socket), new Replies()).join();
    send("Page.enable", "{}");
    send("Page.navigate", "{\"url\":\"" + address + "\"}");
  }

  /** Puts whole replies into the queue. */
  private final class Replies implements WebSocket.Listener {
    private final StringBuilder text = new StringBuilder();

    @Override
    public CompletionStage<?> onText(WebSocket socket, CharSequence part, boolean last) {
      text.append(part);
      if (last) {
        try {
          replies.add(Json.mapper().readTree(text.toString()));
        } catch (IOException e) {
          throw new AssertionError(e);
        }
        text.setLength(0);
      }
      return WebSocket.Listener.super.onText(socket, part, last);
    }
  }

  private JsonNode send(String method, String parameters) throws IOException, InterruptedException {
    ObjectNode command = Json.mapper().createObjectNode().put("id", ++asked).put("method", method);
    command.set("params", Json.mapper().readTree(parameters));
    page.sendText(command.toString(), true).join();
    while (true) {
      JsonNode reply = replies.poll(1, TimeUnit.MINUTES);
      assertThat(reply).as(method).isNotNull();
      if (reply.path("id").asInt() == asked) {
        assertThat(reply.has("error")).as(reply.toString()).isFalse();
        return reply.path("result");
      }
    }
  }

  private String evaluate(String script) throws IOException, InterruptedException {
    ObjectNode parameters = Json.mapper().createObjectNode().put("expression", script);
    return send("Runtime.evaluate", parameters.toString()).at("/result/value").asText();
  }

  private void waitFor(String script, String value) throws IOException, InterruptedException {
    String last = "";
    for (int i = 0; i < 600 && !last.equals(value); i++) {
      Thread.sleep(i == 0 ? 0 : 50);
      last = evaluate(script);
    }
    assertThat(last).as(script).isEqualTo(value);
  }

  /** A key, when the picture has been there long enough for an answer to be taken. */
  private void answer(String key, int code, boolean held) throws IOException, InterruptedException {
    waitFor("performance.now() - shownAt > 260 ? 'seen' : 'new'", "seen");
    key(key, code, held);
  }

  private void key(String key, int code, boolean held) throws IOException, InterruptedException {
    ObjectNode event = Json.mapper().createObjectNode();
    event.put("key", key).put("windowsVirtualKeyCode", code).put("autoRepeat", held);
    send("Input.dispatchKeyEvent", event.put("type", "rawKeyDown").toString());
    send("Input.dispatchKeyEvent", event.put("type", "keyUp").toString());
  }
}
