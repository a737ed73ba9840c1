package dev.falcon.benchmarks;

import dev.falcon.data.Progress;
import dev.falcon.data.Sample;
import dev.falcon.data.SampleSource;
import dev.falcon.data.SampleSources;
import dev.falcon.data.WebDatasetWriter;
import dev.falcon.eval.DataComp;
import dev.falcon.eval.DataCompRequest;
import dev.falcon.eval.OnnxEmbedder;
import dev.falcon.onnx.Device;
import dev.falcon.onnx.ModelFolder;
import dev.falcon.onnx.SessionSettings;
import dev.falcon.onnx.Sessions;
import dev.falcon.onnx.embed.EmbedRequest;
import dev.falcon.onnx.embed.Embedder;
import dev.falcon.onnx.embed.PipelineSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * An image task of {@code falcon eval datacomp} with 1,000 classes, data to result, beside {@code
 * falcon embed} on the same tars; both alternate in one run, and medians are compared. Then the
 * task once more with the vectors of its images and prompts in the cache: what is left is what
 * evaluation adds, the metrics and their ties among it.
 *
 * <p>Arguments: samples, batch size, repetitions, device, and models as {@link EmbeddingBenchmark}
 * takes them.
 */
public final class ImageTaskBenchmark {
  private static final int CLASSES = 1000;
  private static final int SHARDS = 4;

  private final Path scratch;
  private final int samples;
  private final int batchSize;
  private final int repetitions;
  private final Device device;

  private ImageTaskBenchmark(String[] arguments, Path scratch) throws IOException {
    this.scratch = scratch;
    this.samples = Integer.parseInt(arguments[0]);
    this.batchSize = Integer.parseInt(arguments[1]);
    this.repetitions = Integer.parseInt(arguments[2]);
    this.device = Device.parse(arguments[3]);
    writeTask();
  }

  /** Prints samples a second of both, and what evaluation adds. */
  public static void main(String[] arguments) throws Exception {
    Path scratch = Files.createTempDirectory("falcon-image-task-benchmark");
    try {
      ImageTaskBenchmark benchmark = new ImageTaskBenchmark(arguments, scratch);
      for (String model : Arrays.asList(arguments).subList(4, arguments.length)) {
        benchmark.measure(model, SyntheticEncoder.folder(model, scratch));
      }
    } finally {
      Measured.delete(scratch);
    }
  }

  private Path task() {
    return scratch.resolve("data/wds_imagenet1k_test");
  }

  private void writeTask() throws IOException {
    Files.createDirectories(task().resolve("test"));
    Files.write(
        task().resolve("classnames.txt"),
        IntStream.range(0, CLASSES).mapToObj(i -> "class " + i).toList());
    Files.writeString(
        task().resolve("zeroshot_classification_templates.txt"), "a photo of a {c}.\n");
    Files.writeString(task().resolve("test/nshards.txt"), SHARDS + "\n");
    List<Sample> photos = SyntheticPhotos.samples(samples);
    for (int shard = 0; shard < SHARDS; shard++) {
      try (WebDatasetWriter writer =
          new WebDatasetWriter(task().resolve("test/" + shard + ".tar"))) {
        for (int i = shard; i < samples; i += SHARDS) {
          Sample photo = photos.get(i);
          writer.write(
              new Sample(
                  photo.key(),
                  photo.image(),
                  photo.captions(),
                  null,
                  i % CLASSES,
                  new TreeMap<>(),
                  Map.of()));
        }
        writer.commit();
      }
    }
  }

  private void measure(String name, Path folder) throws IOException {
    ModelFolder model = ModelFolder.open(folder);
    Sessions sessions = new Sessions(SessionSettings.on(device), System.err::println);
    SampleSource source = SampleSources.open(task().resolve("test").toString());
    double[] embedded = new double[repetitions];
    double[] evaluated = new double[repetitions];
    double[] added = new double[repetitions];
    for (int round = -1; round < repetitions; round++) {
      EmbedRequest request =
          EmbedRequest.of(source, model, scratch.resolve("store"))
              .withPipeline(PipelineSettings.ofBatchSize(batchSize))
              .withOverwrite(true);
      double embedding = Embedder.embed(request, sessions, Progress.NONE).seconds();
      Path out = scratch.resolve("out-" + name.replace('/', '-') + round);
      double evaluation = evaluate(model, sessions, out);
      for (String result : List.of("run.json", "eval_results.jsonl")) {
        Files.delete(out.resolve(result));
      }
      double rest = evaluate(model, sessions, out);
      Measured.delete(out);
      if (round >= 0) { // the first round warms up
        embedded[round] = samples / embedding;
        evaluated[round] = samples / evaluation;
        added[round] = rest / evaluation;
      }
    }
    double whole = Measured.median(embedded);
    double task = Measured.median(evaluated);
    System.out.printf(
        Locale.ROOT,
        "%s on %s, batch %d: embedding %.1f/s, image task %.1f/s, ratio %.3f; all but the vectors"
            + " %.1f %% of the task%n",
        name,
        sessions.device(),
        batchSize,
        whole,
        task,
        task / whole,
        100 * Measured.median(added));
  }

  private double evaluate(ModelFolder model, Sessions sessions, Path out) {
    try (OnnxEmbedder embedder = OnnxEmbedder.open(model, sessions, batchSize)) {
      long begin = System.nanoTime();
      DataCompRequest request = DataCompRequest.of(scratch.resolve("data"), out);
      new DataComp(request, embedder, "benchmark", Progress.NONE).run();
      return Measured.secondsSince(begin);
    }
  }
}
