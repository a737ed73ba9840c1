// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli.mine;

import com.fasterxml.jackson.databind.JsonNode;
import dev.falcon.cli.Main;
import dev.falcon.data.file.Json;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Runs falcon label, and asks and answers its page as the script of the page does. */
final class ScriptedAnnotator implements AutoCloseable {
  private static final Pattern ADDRESS =
      Pattern.compile("open (http://127\\.0\\.0\\.1:([0-9]+))/#([0-9a-f]{64})");

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter(); // its buffer is synchronised
  private final HttpClient client = HttpClient.newHttpClient();
  private final Thread command;
  private volatile int exitCode = -1;
  private String origin = "";
  private String token = "";

  ScriptedAnnotator(Object... arguments) throws InterruptedException {
    List<String> words = new ArrayList<>(List.of("label"));
    for (Object argument : arguments) {
      words.add(argument.toString());
    }
    command =
        new Thread(
            () ->
                exitCode =
                    Main.run(
                        new PrintWriter(out), new PrintWriter(err), words.toArray(String[]::new)));
    command.setDaemon(true);
    command.start();
    Matcher address = ADDRESS.matcher("");
    while (command.isAlive() && !address.reset(err.toString()).find()) {
      Thread.sleep(20);
    }
    open(err.toString());
  }

  /** The page of a command that runs elsewhere, by what it has printed. */
  ScriptedAnnotator(String printed) {
    command = new Thread(() -> exitCode = 0);
    open(printed);
  }

  private void open(String printed) {
    Matcher address = ADDRESS.matcher(printed);
    if (address.find()) {
      origin = address.group(1);
      token = address.group(3);
    }
  }

  String origin() {
    return origin;
  }

  String token() {
    return token;
  }

  String output() {
    return out.toString();
  }

  String errors() {
    return err.toString();
  }

  /** A request of the page; its status and body. */
  HttpResponse<byte[]> ask(String path, String body) throws IOException, InterruptedException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(origin + path))
            .header("Authorization", "Bearer " + token);
    if (!body.isEmpty()) {
      request
          .header("Content-Type", "application/json")
          .header("Origin", origin)
          .POST(HttpRequest.BodyPublishers.ofString(body));
    }
    return client.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
  }

  JsonNode json(String path, String body) throws IOException, InterruptedException {
    HttpResponse<byte[]> reply = ask(path, body);
    if (reply.statusCode() != 200) {
      throw new AssertionError(
          reply.statusCode() + " " + new String(reply.body(), StandardCharsets.UTF_8));
    }
    return Json.mapper().readTree(reply.body());
  }

  /** Answers up to so many pairs by their second texts. */
  void answer(int count, Predicate<String> matches) throws IOException, InterruptedException {
    JsonNode state = json("/state", "");
    for (int i = 0; i < count && state.get("upcoming").size() > 0; i++) {
      JsonNode pair = state.get("upcoming").get(0);
      state =
          json(
              "/answer",
              String.format(
                  Locale.ROOT,
                  "{\"number\":%d,\"match\":%b,\"ms\":1500}",
                  pair.get("number").asInt(),
                  matches.test(pair.at("/sides/1/text").asText())));
    }
  }

  /** Ends the page; the exit code. */
  int finish() throws IOException, InterruptedException {
    if (command.isAlive()) {
      json("/done", "{}");
    }
    command.join();
    return exitCode;
  }

  @Override
  public void close() {
    command.interrupt();
  }
}
