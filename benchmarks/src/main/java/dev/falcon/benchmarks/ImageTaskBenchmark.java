// SPDX-License-Identifier: Apache-2.0
package dev.falcon.benchmarks;

import dev.falcon.benchmarks.material.Measured;
import dev.falcon.benchmarks.material.Scratch;
import dev.falcon.benchmarks.material.Settings;
import dev.falcon.benchmarks.material.SyntheticEncoder;
import dev.falcon.benchmarks.material.SyntheticPhotos;
import dev.falcon.data.Progress;
import dev.falcon.data.file.Folders;
import dev.falcon.data.sample.Sample;
import dev.falcon.data.source.SampleSources;
import dev.falcon.eval.OnnxEmbedder;
import dev.falcon.eval.datacomp.run.DataComp;
import dev.falcon.eval.datacomp.run.DataCompRequest;
import dev.falcon.onnx.embed.EmbedRequest;
import dev.falcon.onnx.embed.Embedder;
import dev.falcon.onnx.folder.ModelFolder;
import dev.falcon.onnx.session.Sessions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * An image task of {@code falcon eval datacomp} with 1,000 classes, data to result, beside {@code
 * falcon embed} on the same tars, and beside the same task with the vectors of its images and
 * prompts in the cache: what evaluation adds, the metrics and their ties among it. All alternate in
 * one run, and medians are compared.
 *
 * <pre>ImageTaskBenchmark models=small,large samples=1024</pre>
 */
public final class ImageTaskBenchmark {
  private static final int CLASSES = 1000;
  private static final int SHARDS = 4;

  private final Settings settings;
  private final Scratch scratch;
  private final int samples;
  private final Path task;

  private ImageTaskBenchmark(Settings settings, Scratch scratch) throws IOException {
    this.settings = settings;
    this.scratch = scratch;
    this.samples = settings.number("samples");
    this.task = scratch.resolve("data/wds_imagenet1k_test");
    writeTask();
  }

  /** Prints samples a second of both, and what evaluation adds. */
  public static void main(String[] arguments) throws Exception {
    Settings settings = Settings.ofImages().with(arguments);
    try (Scratch scratch = Scratch.create()) {
      ImageTaskBenchmark benchmark = new ImageTaskBenchmark(settings, scratch);
      for (String model : settings.list("models")) {
        benchmark.measure(model, SyntheticEncoder.folder(model, scratch));
      }
    }
  }

  private void writeTask() throws IOException {
    Path shards = Files.createDirectories(task.resolve("test"));
    Files.write(
        task.resolve("classnames.txt"),
        IntStream.range(0, CLASSES).mapToObj(i -> "class " + i).toList());
    Files.writeString(task.resolve("zeroshot_classification_templates.txt"), "a photo of a {c}.\n");
    Files.writeString(shards.resolve("nshards.txt"), SHARDS + "\n");
    List<Sample> photos = SyntheticPhotos.samples(samples);
    for (int shard = 0; shard < SHARDS; shard++) {
      List<Sample> inShard = new ArrayList<>();
      for (int i = shard; i < samples; i += SHARDS) {
        inShard.add(labelled(photos.get(i), i % CLASSES));
      }
      SyntheticPhotos.write(inShard, shards.resolve(shard + ".tar"));
    }
  }

  private static Sample labelled(Sample photo, int label) {
    return new Sample(
        photo.key(),
        photo.image(),
        photo.captions(),
        Optional.empty(),
        OptionalInt.of(label),
        new TreeMap<>(),
        Map.of());
  }

  private void measure(String name, Path folder) throws Exception {
    ModelFolder model = ModelFolder.open(folder);
    Sessions sessions = settings.sessions();
    Path out = scratch.resolve("out");
    double[] seconds =
        Measured.alternating(
            settings.number("repetitions"),
            () -> embed(model, sessions),
            () -> {
              Folders.delete(out);
              return evaluate(model, sessions, out);
            },
            () -> {
              Files.delete(out.resolve("run.json"));
              Files.delete(out.resolve("eval_results.jsonl"));
              return evaluate(model, sessions, out);
            });
    System.out.printf(
        Locale.ROOT,
        "%s on %s, %s: embedding %.1f/s, image task %.1f/s, ratio %.3f; all but the vectors %.2f %%"
            + " of the task%n",
        name,
        sessions.device(),
        settings,
        samples / seconds[0],
        samples / seconds[1],
        seconds[0] / seconds[1],
        100 * seconds[2] / seconds[1]);
  }

  private double embed(ModelFolder model, Sessions sessions) {
    EmbedRequest request =
        EmbedRequest.of(
                SampleSources.open(task.resolve("test").toString()),
                model,
                scratch.resolve("store"))
            .withPipeline(settings.pipeline())
            .withOverwrite(true);
    return Embedder.embed(request, sessions, Progress.NONE).seconds();
  }

  private double evaluate(ModelFolder model, Sessions sessions, Path out) {
    try (OnnxEmbedder embedder = OnnxEmbedder.open(model, sessions, settings.number("batch"))) {
      long begin = System.nanoTime();
      DataCompRequest request = DataCompRequest.of(task.getParent(), out);
      new DataComp(request, embedder, "benchmark", Progress.NONE).run();
      return Measured.secondsSince(begin);
    }
  }
}
