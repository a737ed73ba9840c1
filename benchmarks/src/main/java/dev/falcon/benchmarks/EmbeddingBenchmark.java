package dev.falcon.benchmarks;

import dev.falcon.data.Progress;
import dev.falcon.data.Sample;
import dev.falcon.data.SampleSource;
import dev.falcon.data.SampleSources;
import dev.falcon.data.WebDatasetWriter;
import dev.falcon.data.image.Preprocessor;
import dev.falcon.onnx.Device;
import dev.falcon.onnx.DualEncoder;
import dev.falcon.onnx.ModelFolder;
import dev.falcon.onnx.SessionSettings;
import dev.falcon.onnx.Sessions;
import dev.falcon.onnx.embed.EmbedRequest;
import dev.falcon.onnx.embed.Embedder;
import dev.falcon.onnx.embed.PipelineSettings;
import java.io.IOException;
import java.nio.FloatBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * The whole of {@code falcon embed}, tars to store, beside its two halves alone: decoding and
 * preprocessing by all threads, and inference on batches that lie ready. Halves and whole alternate
 * in one run, and medians are compared. The samples are JPEGs of 640 x 480 pixels.
 *
 * <p>Arguments: samples, batch size, repetitions, device, and models: folders, or {@code small} and
 * {@code large} for ones with random weights, so
 *
 * <pre>EmbeddingBenchmark 1024 64 3 cpu small</pre>
 *
 * <p>On a CPU both halves want the same cores, and no pipeline can be faster than 1 / (1/a + 1/b);
 * that bound is printed too. On a GPU the bound is the slower half.
 */
public final class EmbeddingBenchmark {
  private final List<Sample> samples;
  private final SampleSource source;
  private final Path scratch;
  private final int batchSize;
  private final int repetitions;
  private final Device device;

  private EmbeddingBenchmark(String[] arguments, Path scratch) throws IOException {
    this.scratch = scratch;
    this.samples = SyntheticPhotos.samples(Integer.parseInt(arguments[0]));
    this.batchSize = Integer.parseInt(arguments[1]);
    this.repetitions = Integer.parseInt(arguments[2]);
    this.device = Device.parse(arguments[3]);
    Path tar = scratch.resolve("samples.tar");
    try (WebDatasetWriter writer = new WebDatasetWriter(tar)) {
      for (Sample sample : samples) {
        writer.write(sample);
      }
      writer.commit();
    }
    this.source = SampleSources.open(tar.toString());
  }

  /** Prints samples a second of both halves and of the whole. */
  public static void main(String[] arguments) throws Exception {
    Path scratch = Files.createTempDirectory("falcon-embedding-benchmark");
    try {
      EmbeddingBenchmark benchmark = new EmbeddingBenchmark(arguments, scratch);
      for (String model : Arrays.asList(arguments).subList(4, arguments.length)) {
        benchmark.measure(model, SyntheticEncoder.folder(model, scratch));
      }
    } finally {
      Measured.delete(scratch);
    }
  }

  private void measure(String name, Path folder) throws Exception {
    int workers = Runtime.getRuntime().availableProcessors();
    ModelFolder model = ModelFolder.open(folder);
    Sessions sessions = new Sessions(SessionSettings.on(device), System.err::println);
    double[] prepare = new double[repetitions];
    double[] infer = new double[repetitions];
    double[] whole = new double[repetitions];
    for (int round = -1; round < repetitions; round++) {
      double a;
      double b;
      try (DualEncoder encoder = model.openDualEncoder(sessions)) {
        a = prepare(encoder, workers);
        b = infer(encoder);
      }
      EmbedRequest request =
          EmbedRequest.of(source, model, scratch.resolve("store"))
              .withPipeline(PipelineSettings.ofBatchSize(batchSize))
              .withOverwrite(true);
      double c = Embedder.embed(request, sessions, Progress.NONE).seconds();
      if (round >= 0) { // the first round warms up
        prepare[round] = samples.size() / a;
        infer[round] = samples.size() / b;
        whole[round] = samples.size() / c;
      }
    }
    double a = Measured.median(prepare);
    double b = Measured.median(infer);
    double c = Measured.median(whole);
    System.out.printf(
        Locale.ROOT,
        "%s on %s, %d cores, batch %d: decode and preprocess %.1f/s, inference %.1f/s, whole"
            + " %.1f/s; %.2f of the slower half, %.2f of what both on the same cores allow%n",
        name,
        sessions.device(),
        workers,
        batchSize,
        a,
        b,
        c,
        c / Math.min(a, b),
        c * (1 / a + 1 / b));
  }

  /** Seconds in which all threads prepare every image. */
  private double prepare(DualEncoder encoder, int workers) throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(workers);
    long begin = System.nanoTime();
    List<Future<?>> done = new ArrayList<>();
    for (int worker = 0; worker < workers; worker++) {
      int first = worker;
      done.add(
          pool.submit(
              () -> {
                Preprocessor preprocessor = new Preprocessor(encoder.images().transform());
                FloatBuffer tensor = encoder.images().newBatch(1);
                for (int i = first; i < samples.size(); i += workers) {
                  preprocessor.apply(samples.get(i).image(), tensor, 0);
                }
              }));
    }
    for (Future<?> future : done) {
      future.get();
    }
    double seconds = (System.nanoTime() - begin) / 1e9;
    pool.shutdown();
    return seconds;
  }

  /** Seconds in which the graphs take every sample, prepared before. */
  private double infer(DualEncoder encoder) {
    FloatBuffer batch = encoder.images().newBatch(batchSize);
    Preprocessor preprocessor = new Preprocessor(encoder.images().transform());
    int length = preprocessor.transform().outputLength();
    List<String> captions = new ArrayList<>();
    for (int row = 0; row < batchSize; row++) {
      Sample sample = samples.get(row % samples.size());
      preprocessor.apply(sample.image(), batch, row * length);
      captions.add(sample.captions().get(0));
    }
    long begin = System.nanoTime();
    for (int from = 0; from < samples.size(); from += batchSize) {
      int rows = Math.min(batchSize, samples.size() - from);
      encoder.images().encode(batch, rows);
      encoder.texts().encode(captions.subList(0, rows));
    }
    return (System.nanoTime() - begin) / 1e9;
  }
}
