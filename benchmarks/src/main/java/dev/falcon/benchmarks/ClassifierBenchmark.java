package dev.falcon.benchmarks;

import dev.falcon.data.Progress;
import dev.falcon.eval.OnnxEmbedder;
import dev.falcon.eval.internal.Prompts;
import dev.falcon.eval.internal.TextClassifier;
import dev.falcon.onnx.Device;
import dev.falcon.onnx.DualEncoder;
import dev.falcon.onnx.ModelFolder;
import dev.falcon.onnx.SessionSettings;
import dev.falcon.onnx.Sessions;
import dev.falcon.onnx.TokenBatch;
import java.io.IOException;
import java.nio.file.Files;
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
 * <p>Arguments: classes, templates, batch size, repetitions, device, and a model: a folder, or {@code
 * long-texts} for one with random weights whose captions cost about as much as CLIP's. ImageNet has
 * 1,000 classes and 80 templates.
 */
public final class ClassifierBenchmark {
  private final Path scratch;
  private final Prompts prompts;
  private final int batchSize;
  private final int repetitions;
  private final Device device;

  private ClassifierBenchmark(String[] arguments, Path scratch) {
    this.scratch = scratch;
    int classes = Integer.parseInt(arguments[0]);
    int templates = Integer.parseInt(arguments[1]);
    prompts =
        new Prompts(
            IntStream.range(0, classes).mapToObj(i -> "class " + i).toList(),
            IntStream.range(0, templates).mapToObj(i -> "a photo of {c}, number " + i).toList());
    batchSize = Integer.parseInt(arguments[2]);
    repetitions = Integer.parseInt(arguments[3]);
    device = Device.parse(arguments[4]);
  }

  /** Prints prompts a second of all three. */
  public static void main(String[] arguments) throws IOException {
    Path scratch = Files.createTempDirectory("falcon-classifier-benchmark");
    try {
      ClassifierBenchmark benchmark = new ClassifierBenchmark(arguments, scratch);
      benchmark.measure(SyntheticEncoder.folder(arguments[5], scratch));
    } finally {
      Measured.delete(scratch);
    }
  }

  private void measure(Path folder) throws IOException {
    ModelFolder model = ModelFolder.open(folder);
    Sessions sessions = new Sessions(SessionSettings.on(device), System.err::println);
    double[] graph = new double[repetitions];
    double[] built = new double[repetitions];
    double[] single = new double[repetitions];
    for (int round = -1; round < repetitions; round++) {
      double a;
      double c;
      try (DualEncoder encoder = model.openDualEncoder(sessions)) {
        a = graphAlone(encoder);
        c = oneClassAtATime(encoder);
      }
      double b = build(model, sessions, scratch.resolve("cache" + round));
      if (round >= 0) { // the first round warms up
        graph[round] = prompts.count() / a;
        built[round] = prompts.count() / b;
        single[round] = prompts.count() / c;
      }
    }
    double full = Measured.median(graph);
    double classifier = Measured.median(built);
    double each = Measured.median(single);
    System.out.printf(
        Locale.ROOT,
        "%s, %d prompts, batch %d: graph alone %.1f/s, classifier %.1f/s (ratio %.3f), one class at"
            + " a time %.1f/s (classifier %.2f times as fast)%n",
        sessions.device(),
        prompts.count(),
        batchSize,
        full,
        classifier,
        classifier / full,
        each,
        classifier / each);
  }

  private double graphAlone(DualEncoder encoder) {
    List<String> texts = texts(0, Math.min(batchSize, prompts.count()));
    TokenBatch tokens = encoder.texts().pipeline().encode(texts);
    long begin = System.nanoTime();
    for (int done = 0; done < prompts.count(); done += texts.size()) {
      encoder.texts().encode(tokens);
    }
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

  private double build(ModelFolder model, Sessions sessions, Path cache) {
    try (OnnxEmbedder embedder = OnnxEmbedder.open(model, sessions, batchSize)) {
      TextClassifier classifier = new TextClassifier(embedder, cache, Progress.NONE);
      long begin = System.nanoTime();
      classifier.build(prompts);
      return Measured.secondsSince(begin);
    }
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
