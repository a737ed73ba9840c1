// SPDX-License-Identifier: Apache-2.0
package dev.falcon.benchmarks;

import static dev.falcon.data.table.TableSchema.required;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.falcon.benchmarks.material.Scratch;
import dev.falcon.benchmarks.material.Settings;
import dev.falcon.data.Progress;
import dev.falcon.data.sample.SampleSource;
import dev.falcon.data.scenes.Scenes;
import dev.falcon.data.scenes.Split;
import dev.falcon.data.source.SampleSources;
import dev.falcon.data.table.ColumnType;
import dev.falcon.data.table.TableFormat;
import dev.falcon.data.table.TableSchema;
import dev.falcon.data.table.TableWriter;
import dev.falcon.data.work.Shard;
import dev.falcon.mining.judge.JudgeOutcome;
import dev.falcon.mining.judge.JudgePrompt;
import dev.falcon.mining.judge.JudgeRequest;
import dev.falcon.mining.judge.JudgeServer;
import dev.falcon.mining.judge.JudgeTalk;
import dev.falcon.mining.judge.OutsideJudge;
import dev.falcon.mining.judge.YesNo;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * How long {@code falcon judge} takes beside the server alone: the server answers every question
 * after a fixed delay, any number of them at once, so that N pairs at C at once take N / C delays
 * at least. Arguments: {@code pairs=5000 concurrency=32 delay=100 repetitions=3}, the delay in
 * milliseconds.
 */
public final class JudgeBenchmark {
  private static final int CAPTIONS = 10; // that a picture is asked with

  private static final String REPLY =
      "{\"model\":\"m\",\"usage\":{\"prompt_tokens\":1000,\"completion_tokens\":1},\"choices\":[{"
          + "\"message\":{\"content\":\"Yes\"},\"logprobs\":{\"content\":[{\"token\":\"Yes\","
          + "\"top_logprobs\":[{\"token\":\"Yes\",\"logprob\":-0.4},{\"token\":\"No\","
          + "\"logprob\":-1.2}]}]}}]}";

  private JudgeBenchmark() {}

  /** Runs the benchmark. */
  public static void main(String[] arguments) throws IOException {
    // Else the server's reply waits 40 ms for the receipt of its own headers.
    System.setProperty("sun.net.httpserver.nodelay", "true");
    Settings settings =
        new Settings("pairs=5000", "concurrency=32", "delay=100", "repetitions=3").with(arguments);
    int pairs = settings.number("pairs");
    int concurrency = settings.number("concurrency");
    int delay = settings.number("delay");
    double floor = (double) pairs / concurrency * delay / 1000;
    for (int repetition = 0; repetition < settings.number("repetitions"); repetition++) {
      try (Scratch folder = Scratch.create();
          SlowServer server = new SlowServer(delay)) {
        SampleSource data = write(folder.resolve("pairs.parquet"), pairs);
        long processor = processorTime();
        long begin = System.nanoTime();
        JudgeOutcome outcome =
            new OutsideJudge(
                    request(folder.path(), data, server, concurrency), Progress.NONE, silent())
                .judge();
        double seconds = (System.nanoTime() - begin) / 1e9;
        System.out.printf(
            Locale.ROOT,
            "%,d pairs scored, %d at once (at most %d at the server), delay %d ms: %.2f s; the"
                + " server alone %.2f s, ratio %.3f; processor %.1f s%n",
            outcome.scored(),
            concurrency,
            server.most.get(),
            delay,
            seconds,
            floor,
            seconds / floor,
            (processorTime() - processor) / 1e9);
      }
    }
  }

  private static JudgeTalk silent() {
    return new JudgeTalk(note -> {}, forecast -> true);
  }

  private static long processorTime() {
    return ((com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
        .getProcessCpuTime();
  }

  private static JudgeRequest request(
      Path folder, SampleSource data, SlowServer server, int concurrency) {
    return new JudgeRequest(
        folder,
        data,
        new JudgeServer(server.address(), "m", Optional.empty()),
        JudgePrompt.of("match-1"),
        new JudgeRequest.Settings(
            YesNo.ENGLISH, 0, false, concurrency, 1024, 60, "", JudgeRequest.Prices.NONE),
        folder.resolve("scores.parquet"),
        false,
        Shard.WHOLE);
  }

  /** Writes the drawn pairs of an audit of Scenes, every picture with some captions of others. */
  private static SampleSource write(Path file, int pairs) {
    int samples = Math.max(CAPTIONS + 1, (pairs + CAPTIONS - 1) / CAPTIONS);
    TableSchema schema =
        TableSchema.of(
            required("kind", ColumnType.UTF8),
            required("image_key", ColumnType.UTF8),
            required("text_key", ColumnType.UTF8));
    try (TableWriter table = TableWriter.create(file, TableFormat.PARQUET, schema, Map.of())) {
      for (int pair = 0; pair < pairs; pair++) {
        int image = pair / CAPTIONS;
        int text = (image + 1 + pair % CAPTIONS) % samples;
        table
            .setString(0, "listed")
            .setString(1, Scenes.key(Split.TRAIN, image))
            .setString(2, Scenes.key(Split.TRAIN, text))
            .endRow();
      }
      table.commit();
    }
    return SampleSources.open("scenes:train,captions-per-image=1,count=" + samples);
  }

  /** Answers every question after a fixed delay, without a processor's work. */
  private static final class SlowServer implements AutoCloseable {
    private final HttpServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final int delay;
    private final AtomicInteger now = new AtomicInteger();
    private final AtomicInteger most = new AtomicInteger();

    SlowServer(int delay) throws IOException {
      this.delay = delay;
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
      server.setExecutor(threads);
      server.createContext("/", this::answer);
      server.start();
    }

    URI address() {
      return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/v1");
    }

    private void answer(HttpExchange exchange) throws IOException {
      most.accumulateAndGet(now.incrementAndGet(), Math::max);
      long arrived = System.nanoTime();
      exchange.getRequestBody().readAllBytes();
      byte[] bytes = REPLY.getBytes(StandardCharsets.UTF_8);
      long left = TimeUnit.MILLISECONDS.toNanos(delay) - (System.nanoTime() - arrived);
      try {
        TimeUnit.NANOSECONDS.sleep(left);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      now.decrementAndGet();
      exchange.sendResponseHeaders(200, bytes.length);
      exchange.getResponseBody().write(bytes);
      exchange.close();
    }

    @Override
    public void close() {
      server.stop(0);
      threads.shutdownNow();
    }
  }
}
