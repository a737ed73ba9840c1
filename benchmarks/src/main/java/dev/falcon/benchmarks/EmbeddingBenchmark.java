// SPDX-License-Identifier: Apache-2.0
package dev.falcon.benchmarks;

import dev.falcon.benchmarks.material.Measured;
import dev.falcon.benchmarks.material.Scratch;
import dev.falcon.benchmarks.material.Settings;
import dev.falcon.benchmarks.material.SyntheticEncoder;
import dev.falcon.benchmarks.material.SyntheticPhotos;
import dev.falcon.data.Progress;
import dev.falcon.data.image.Preprocessor;
import dev.falcon.data.sample.Sample;
import dev.falcon.data.source.SampleSources;
import dev.falcon.onnx.embed.EmbedRequest;
import dev.falcon.onnx.embed.Embedder;
import dev.falcon.onnx.embed.pipeline.PipelineSettings;
import dev.falcon.onnx.encoder.DualEncoder;
import dev.falcon.onnx.folder.ModelFolder;
import dev.falcon.onnx.session.Sessions;
import java.nio.FloatBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * The whole of {@code falcon embed}, tar to store, beside its two halves alone: decoding and
 * preprocessing by all workers, and inference on batches that lie ready. All alternate in one run,
 * and medians are compared. The samples are JPEGs of 640 x 480 pixels.
 *
 * <pre>EmbeddingBenchmark models=small,large samples=1024 workers=1 threads=1</pre>
 *
 * <p>A model is a folder, or {@code small}, {@code middle} or {@code large} for one with random
 * weights. Where workers and the model's threads have cores of their own, as beside a GPU, the
 * whole can be as fast as the slower half. Where both take every core (workers=0 threads=0) no
 * pipeline can be faster than 1 / (1/a + 1/b); that bound is printed, too.
 */
public final class EmbeddingBenchmark {
  private final List<Sample> samples;
  private final Path tar;
  private final Path store;
  private final Settings settings;
  private final PipelineSettings pipeline;

  private EmbeddingBenchmark(Settings settings, Scratch scratch) throws Exception {
    this.settings = settings;
    this.pipeline = settings.pipeline();
    this.samples = SyntheticPhotos.samples(settings.number("samples"));
    this.tar = SyntheticPhotos.write(samples, scratch.resolve("samples.tar"));
    this.store = scratch.resolve("store");
  }

  /** Prints samples a second of both halves and of the whole. */
  public static void main(String[] arguments) throws Exception {
    Settings settings = Settings.ofImages().with(arguments);
    try (Scratch scratch = Scratch.create()) {
      EmbeddingBenchmark benchmark = new EmbeddingBenchmark(settings, scratch);
      for (String model : settings.list("models")) {
        benchmark.measure(model, SyntheticEncoder.folder(model, scratch));
      }
    }
  }

  private void measure(String name, Path folder) throws Exception {
    ModelFolder model = ModelFolder.open(folder);
    Sessions sessions = settings.sessions();
    double[] seconds;
    try (DualEncoder encoder = model.openDualEncoder(sessions)) {
      seconds =
          Measured.alternating(
              settings.number("repetitions"),
              () -> prepare(encoder),
              () -> infer(encoder),
              () -> embed(model, sessions));
    }
    double prepared = samples.size() / seconds[0];
    double inferred = samples.size() / seconds[1];
    double whole = samples.size() / seconds[2];
    System.out.printf(
        Locale.ROOT,
        "%s on %s, %s: decode and preprocess %.1f/s, inference %.1f/s, whole %.1f/s; %.3f of the"
            + " slower half, %.3f of what both on the same cores allow%n",
        name,
        sessions.device(),
        settings,
        prepared,
        inferred,
        whole,
        whole / Math.min(prepared, inferred),
        whole * (1 / prepared + 1 / inferred));
  }

  /** All workers prepare every image, each into batches of its own. */
  private double prepare(DualEncoder encoder) throws Exception {
    int workers = pipeline.workers();
    ExecutorService pool = Executors.newFixedThreadPool(workers);
    List<FloatBuffer> batches = new ArrayList<>();
    for (int worker = 0; worker < workers; worker++) {
      batches.add(encoder.images().newBatch(pipeline.batchSize()));
    }
    long begin = System.nanoTime();
    List<Future<?>> done = new ArrayList<>();
    for (int worker = 0; worker < workers; worker++) {
      int first = worker;
      done.add(pool.submit(() -> prepare(encoder, first, batches.get(first))));
    }
    for (Future<?> future : done) {
      future.get();
    }
    double seconds = Measured.secondsSince(begin);
    pool.shutdown();
    return seconds;
  }

  /** One worker's share of the images. */
  private void prepare(DualEncoder encoder, int first, FloatBuffer batch) {
    Preprocessor preprocessor = new Preprocessor(encoder.images().transform());
    int length = preprocessor.transform().outputLength();
    int row = 0;
    for (int i = first; i < samples.size(); i += pipeline.workers()) {
      preprocessor.apply(samples.get(i).image().orElseThrow(), batch, row * length);
      row = (row + 1) % pipeline.batchSize();
    }
  }

  /** The graphs take as many batches as the samples fill; the first one's lies ready. */
  private double infer(DualEncoder encoder) {
    List<Sample> ready = samples.subList(0, Math.min(pipeline.batchSize(), samples.size()));
    FloatBuffer batch = encoder.images().newBatch(ready.size());
    Preprocessor preprocessor = new Preprocessor(encoder.images().transform());
    List<String> captions = new ArrayList<>();
    for (Sample sample : ready) {
      int offset = captions.size() * preprocessor.transform().outputLength();
      preprocessor.apply(sample.image().orElseThrow(), batch, offset);
      captions.add(sample.captions().get(0));
    }
    long begin = System.nanoTime();
    for (int from = 0; from < samples.size(); from += ready.size()) {
      int rows = Math.min(ready.size(), samples.size() - from);
      encoder.images().encode(batch, rows);
      encoder.texts().encode(captions.subList(0, rows));
    }
    return Measured.secondsSince(begin);
  }

  private double embed(ModelFolder model, Sessions sessions) {
    EmbedRequest request =
        EmbedRequest.of(SampleSources.open(tar.toString()), model, store)
            .withPipeline(pipeline)
            .withOverwrite(true);
    return Embedder.embed(request, sessions, Progress.NONE).seconds();
  }
}
