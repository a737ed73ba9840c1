// SPDX-License-Identifier: Apache-2.0
package dev.falcon.benchmarks;

import dev.falcon.benchmarks.material.Measured;
import dev.falcon.benchmarks.material.Scratch;
import dev.falcon.benchmarks.material.Settings;
import dev.falcon.benchmarks.material.SyntheticEncoder;
import dev.falcon.data.Progress;
import dev.falcon.data.file.Folders;
import dev.falcon.eval.OnnxEmbedder;
import dev.falcon.eval.internal.task.Prompts;
import dev.falcon.eval.internal.task.TextClassifier;
import dev.falcon.onnx.encoder.DualEncoder;
import dev.falcon.onnx.folder.ModelFolder;
import dev.falcon.onnx.session.Sessions;
import dev.falcon.onnx.text.TokenBatch;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/**
 * A zero-shot classifier's prompts through the text model: the graph alone on full batches of
 * tokens that lie ready, the classifier as Falcon builds it, and one class at a time as the
 * reference evaluator does. All alternate in one run, and medians are compared.
 *
 * <pre>ClassifierBenchmark classes=10 templates=80</pre>
 *
 * <p>The model is a folder, or {@code long-texts} for one with random weights whose captions cost
 * about as much as CLIP's. ImageNet has 1,000 classes and 80 templates.
 */
public final class ClassifierBenchmark {
  private final Settings settings;
  private final Prompts prompts;
  private final Path cache;

  private ClassifierBenchmark(Settings settings, Scratch scratch) {
    this.settings = settings;
    this.cache = scratch.resolve("cache");
    this.prompts =
        new Prompts(
            numbered("class %d", settings.number("classes")),
            numbered("a photo of {c}, number %d", settings.number("templates")));
  }

  private static List<String> numbered(String text, int count) {
    return IntStream.range(0, count).mapToObj(text::formatted).toList();
  }

  /** Prints prompts a second of all three. */
  public static void main(String[] arguments) throws Exception {
    Settings settings =
        new Settings(
                "model=long-texts",
                "classes=10",
                "templates=80",
                "batch=64",
                "repetitions=3",
                "device=cpu",
                "threads=0")
            .with(arguments);
    try (Scratch scratch = Scratch.create()) {
      String model = settings.list("model").get(0);
      new ClassifierBenchmark(settings, scratch).measure(SyntheticEncoder.folder(model, scratch));
    }
  }

  private void measure(Path folder) throws Exception {
    ModelFolder model = ModelFolder.open(folder);
    Sessions sessions = settings.sessions();
    double[] seconds;
    try (DualEncoder encoder = model.openDualEncoder(sessions);
        OnnxEmbedder embedder = OnnxEmbedder.open(model, sessions, settings.number("batch"))) {
      seconds =
          Measured.alternating(
              settings.number("repetitions"),
              () -> graphAlone(encoder),
              () -> build(embedder),
              () -> oneClassAtATime(encoder));
    }
    System.out.printf(
        Locale.ROOT,
        "%s, %s: graph alone %.1f prompts/s, classifier %.1f/s (ratio %.3f), one class at a time"
            + " %.1f/s (classifier %.2f times as fast)%n",
        sessions.device(),
        settings,
        prompts.count() / seconds[0],
        prompts.count() / seconds[1],
        seconds[0] / seconds[1],
        prompts.count() / seconds[2],
        seconds[2] / seconds[1]);
  }

  private double graphAlone(DualEncoder encoder) {
    List<String> texts = texts(0, Math.min(settings.number("batch"), prompts.count()));
    TokenBatch tokens = encoder.texts().pipeline().encode(texts);
    long begin = System.nanoTime();
    int encoded = 0;
    for (; encoded < prompts.count(); encoded += texts.size()) {
      encoder.texts().encode(tokens);
    }
    return Measured.secondsSince(begin) * prompts.count() / encoded;
  }

  private double build(OnnxEmbedder embedder) throws Exception {
    Folders.delete(cache);
    TextClassifier classifier = new TextClassifier(embedder, cache, Progress.NONE);
    long begin = System.nanoTime();
    classifier.build(prompts);
    return Measured.secondsSince(begin);
  }

  private double oneClassAtATime(DualEncoder encoder) {
    int templates = prompts.templates().size();
    long begin = System.nanoTime();
    for (int first = 0; first < prompts.count(); first += templates) {
      encoder.texts().encodeNormalised(texts(first, first + templates));
    }
    return Measured.secondsSince(begin);
  }

  private List<String> texts(int from, int to) {
    List<String> texts = new ArrayList<>();
    int templates = prompts.templates().size();
    for (int i = from; i < to; i++) {
      texts.add(prompts.text(i / templates, i % templates));
    }
    return texts;
  }
}
