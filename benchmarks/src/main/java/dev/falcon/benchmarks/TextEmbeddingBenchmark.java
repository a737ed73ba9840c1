// SPDX-License-Identifier: Apache-2.0
package dev.falcon.benchmarks;

import com.sun.management.OperatingSystemMXBean;
import dev.falcon.benchmarks.material.Measured;
import dev.falcon.benchmarks.material.Scratch;
import dev.falcon.benchmarks.material.Settings;
import dev.falcon.data.Progress;
import dev.falcon.data.file.Json;
import dev.falcon.data.source.SampleSources;
import dev.falcon.onnx.embed.EmbedRequest;
import dev.falcon.onnx.embed.Embedder;
import dev.falcon.onnx.embed.pipeline.PipelineSettings;
import dev.falcon.onnx.encoder.TextEncoder;
import dev.falcon.onnx.folder.ModelFolder;
import dev.falcon.onnx.session.Sessions;
import dev.falcon.onnx.text.TextPipeline;
import dev.falcon.onnx.text.TokenBatch;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * {@code falcon embed} of texts of mixed length, from JSON lines to store, beside the graph alone
 * on full batches of equal length, with the same tokens, that lie ready; and beside the tokenizer
 * alone. All alternate in one run, and medians are compared.
 *
 * <pre>TextEmbeddingBenchmark model=minilm texts=captions.txt samples=2000</pre>
 */
public final class TextEmbeddingBenchmark {
  private final Settings settings;
  private final PipelineSettings pipeline;
  private final List<String> texts;
  private final Path rows;
  private final Path store;
  private final List<Double> processorSeconds = new ArrayList<>(); // the first warms up

  private TextEmbeddingBenchmark(Settings settings, Scratch scratch) throws Exception {
    this.settings = settings;
    this.pipeline = settings.pipeline();
    List<String> lines = Files.readAllLines(Path.of(settings.list("texts").get(0)));
    this.texts = lines.subList(0, Math.min(lines.size(), settings.number("samples")));
    List<String> samples = new ArrayList<>();
    for (int row = 0; row < texts.size(); row++) {
      samples.add(Json.line(Map.of("key", "k" + row, "caption", texts.get(row))));
    }
    this.rows = Files.write(scratch.resolve("texts.jsonl"), samples);
    this.store = scratch.resolve("store");
  }

  /** Prints texts a second of the whole, of the graph alone and of the tokenizer alone. */
  public static void main(String[] arguments) throws Exception {
    Settings settings =
        new Settings(
                "model=minilm",
                "texts=captions.txt",
                "samples=2000",
                "batch=64",
                "repetitions=3",
                "device=cpu",
                "workers=0",
                "threads=0")
            .with(arguments);
    try (Scratch scratch = Scratch.create()) {
      new TextEmbeddingBenchmark(settings, scratch).measure();
    }
  }

  private void measure() throws Exception {
    ModelFolder model = ModelFolder.open(Path.of(settings.list("model").get(0)));
    Sessions sessions = settings.sessions();
    double[] seconds;
    List<TokenBatch> equal;
    try (TextEncoder encoder = model.openTextEncoder(sessions)) {
      equal = ofEqualLength(encoder.pipeline());
      seconds =
          Measured.alternating(
              settings.number("repetitions"),
              () -> infer(encoder, equal),
              () -> tokenise(encoder.pipeline()),
              () -> embed(model, sessions));
    }
    int count = texts.size();
    System.out.printf(
        Locale.ROOT,
        "%s, %d texts: full batches of equal length %.1f/s, tokenizer %.1f/s, whole %.1f/s, %.1f per"
            + " second of processor time; %.3f of full batches%n",
        settings,
        count,
        count / seconds[0],
        count / seconds[1],
        count / seconds[2],
        count / Measured.median(processorTimes()),
        seconds[0] / seconds[2]);
  }

  private double[] processorTimes() {
    return processorSeconds.stream().skip(1).mapToDouble(Double::doubleValue).toArray();
  }

  /**
   * The texts' tokens in batches in which all have the same padded length; the last of each length
   * is the only one that is not full.
   */
  private List<TokenBatch> ofEqualLength(TextPipeline tokenizer) {
    Map<Integer, List<int[]>> byLength = new TreeMap<>();
    for (String text : texts) {
      TokenBatch one = tokenizer.encode(List.of(text));
      int tokens = Arrays.stream(one.mask()).sum();
      byLength
          .computeIfAbsent(one.length(), length -> new ArrayList<>())
          .add(Arrays.copyOf(one.ids(), tokens));
    }
    List<TokenBatch> batches = new ArrayList<>();
    for (List<int[]> alike : byLength.values()) {
      for (int from = 0; from < alike.size(); from += pipeline.batchSize()) {
        int to = Math.min(alike.size(), from + pipeline.batchSize());
        batches.add(tokenizer.pad(alike.subList(from, to)));
      }
    }
    return batches;
  }

  /** Nanoseconds of all threads of the process. */
  private static long processorTime() {
    return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
        .getProcessCpuTime();
  }

  private static double infer(TextEncoder encoder, List<TokenBatch> batches) {
    long begin = System.nanoTime();
    batches.forEach(encoder::encode);
    return Measured.secondsSince(begin);
  }

  private double tokenise(TextPipeline tokenizer) {
    long begin = System.nanoTime();
    for (int from = 0; from < texts.size(); from += pipeline.batchSize()) {
      tokenizer.encode(texts.subList(from, Math.min(texts.size(), from + pipeline.batchSize())));
    }
    return Measured.secondsSince(begin);
  }

  private double embed(ModelFolder model, Sessions sessions) {
    long used = processorTime();
    EmbedRequest request =
        EmbedRequest.of(SampleSources.open(rows.toString()), model, store)
            .withPipeline(pipeline)
            .withOverwrite(true);
    double seconds = Embedder.embed(request, sessions, Progress.NONE).seconds();
    processorSeconds.add((processorTime() - used) / 1e9);
    return seconds;
  }
}
