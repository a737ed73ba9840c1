package dev.falcon.training.internal.export;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import dev.falcon.data.Progress;
import dev.falcon.data.RandomStream;
import dev.falcon.data.scenes.Scenes;
import dev.falcon.data.scenes.ScenesConfig;
import dev.falcon.data.scenes.Split;
import dev.falcon.mining.QuantileFeatures;
import dev.falcon.onnx.BetaParameters;
import dev.falcon.onnx.EncodedCaption;
import dev.falcon.onnx.EncodedImage;
import dev.falcon.onnx.ImageEncoder;
import dev.falcon.onnx.MatchScorer;
import dev.falcon.onnx.ModelFolder;
import dev.falcon.onnx.SchedulerModel;
import dev.falcon.onnx.Sessions;
import dev.falcon.onnx.TextEncoder;
import dev.falcon.onnx.export.ModelFolderWriter;
import dev.falcon.training.config.Method;
import dev.falcon.training.config.MethodConfig.Level;
import dev.falcon.training.config.TrainConfig;
import dev.falcon.training.internal.input.Captions;
import dev.falcon.training.internal.input.PixelFormat;
import dev.falcon.training.internal.input.ScenesPairs;
import dev.falcon.training.internal.input.ScenesVocabulary;
import dev.falcon.training.internal.input.Vocabulary;
import dev.falcon.training.internal.model.Albef;
import dev.falcon.training.internal.policy.Scheduler;
import dev.falcon.training.internal.store.Checkpoint;
import dev.falcon.training.internal.tensor.Parameters;
import dev.falcon.training.internal.tensor.StepMemory;
import dev.falcon.training.internal.tensor.Torch;
import dev.falcon.training.internal.tensor.Weights;
import java.nio.FloatBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * Runs a model folder as any user of it would, on pairs of Scenes, and compares what it gives with
 * what the trained network gives.
 */
public final class Parity {
  private static final int ROWS = 8;

  private final Checkpoint checkpoint;
  private final TrainConfig config;
  private final Albef network;
  private final ScenesPairs pairs;
  private final int[] rows = IntStream.range(0, ROWS).toArray();

  /** For the network of a checkpoint. */
  public Parity(Checkpoint checkpoint, Albef network) {
    this.checkpoint = checkpoint;
    this.config = checkpoint.config();
    this.network = network;
    ScenesConfig world =
        ScenesConfig.standard()
            .withSeed(config.data().scenes().seed())
            .withImageSize(config.model().imageSize());
    PixelFormat format = PixelFormat.of(config.model().imageSize(), config.data());
    this.pairs = ScenesPairs.generate(new Scenes(world), Split.TEST, ROWS, format, Progress.NONE);
  }

  /** The largest absolute difference of each graph's outputs. */
  public Map<String, Double> compare(Path folder) {
    Map<String, Double> differences = new TreeMap<>();
    ModelFolder model = ModelFolder.open(folder);
    Sessions sessions = Sessions.onCpu();
    try (Torch torch = Torch.open("cpu", config.threads())) {
      float[][] expected = network(torch);
      try (ImageEncoder images = model.openImageEncoder(sessions)) {
        float[] vectors = images.encodeNormalised(pixels(images.newBatch(ROWS)), ROWS);
        differences.put(ModelFolderWriter.VISION, difference(expected[0], vectors));
      }
      List<String> captions = Arrays.stream(rows).mapToObj(pairs::caption).toList();
      try (TextEncoder texts = model.openTextEncoder(sessions)) {
        float[] vectors = texts.encodeNormalised(captions);
        differences.put(ModelFolderWriter.TEXT, difference(expected[1], vectors));
      }
      try (MatchScorer matcher = model.openMatchScorer(sessions)) {
        List<EncodedImage> images = matcher.encodeImages(pixels(matcher.newBatch(ROWS)), ROWS);
        List<EncodedCaption> texts = matcher.encodeCaptions(captions);
        float[] logits = matcher.matchLogits(images, rows, texts, rows);
        differences.put(ModelFolderWriter.ITM_FUSION, difference(expected[2], logits));
      }
      if (config.method().method() instanceof Method.Falcon) {
        try (SchedulerModel scheduler = model.openScheduler(sessions)) {
          differences.put(ModelFolderWriter.SCHEDULER, scheduler(torch, scheduler));
        }
      }
    }
    return differences;
  }

  private FloatBuffer pixels(FloatBuffer batch) {
    batch.put(0, pixels());
    return batch;
  }

  private float[] pixels() {
    int size = config.model().imageSize();
    int length = 3 * size * size;
    float[] pixels = new float[ROWS * length];
    for (int row : rows) {
      pairs.pixels(row, null, pixels, row * length);
    }
    return pixels;
  }

  /** Image vectors, text vectors and matching logits of the trained network. */
  private float[][] network(Torch torch) {
    Vocabulary vocabulary = ScenesVocabulary.vocabulary();
    Map<String, float[]> values = checkpoint.weights(network.layout());
    try (Parameters parameters = new Parameters(torch.manager(), network.layout(), values, false);
        StepMemory memory = StepMemory.open(torch.manager())) {
      NDManager manager = memory.manager();
      Weights weights = parameters.weights();
      int size = config.model().imageSize();
      NDArray input = Torch.copyOf(manager, pixels(), ROWS, 3, size, size);
      long[][] tokens = Captions.padded(pairs, rows, vocabulary);
      NDArray ids = Torch.indices(manager, Captions.flat(tokens), ROWS, tokens[0].length);
      NDArray mask =
          dev.falcon.training.internal.model.TextEncoder.mask(
              manager, tokens, vocabulary.padding());
      NDArray image = network.vision().forward(weights, input);
      NDArray text = network.text().forward(weights, ids, mask, 0);
      NDArray fused = network.fusion().forward(weights, text, mask, image, 0);
      float[] logits = network.matchLogits(weights, fused).toFloatArray();
      float[] match = new float[ROWS];
      for (int row : rows) {
        match[row] = logits[2 * row + 1];
      }
      return new float[][] {
        network.imageVectors(weights, image).toFloatArray(),
        network.textVectors(weights, text).toFloatArray(),
        match
      };
    }
  }

  private double scheduler(Torch torch, SchedulerModel graph) {
    int m = config.scheduler().quantiles();
    RandomStream random = RandomStream.of(0, "parity");
    float[] quantiles = new float[ROWS * m];
    for (int i = 0; i < quantiles.length; i++) {
      // Ascending in each row, as quantiles are.
      quantiles[i] = (float) (2.0 * (i % m + random.nextDouble()) / m - 1);
    }
    float[] features = QuantileFeatures.softmax(quantiles, m);
    BetaParameters given = graph.evaluate(features, ROWS);
    try (Scheduler scheduler =
        new Scheduler(
            torch,
            config.scheduler(),
            Level.INSTANCE,
            config.seed(),
            checkpoint.weights(Scheduler.layout(config.scheduler())))) {
      scheduler.enter(features, ROWS);
      scheduler.quantiles(0);
      double largest = 0;
      for (int row : rows) {
        float[] expected = scheduler.distribution(row);
        float[] graphs = {given.alpha()[row], given.beta()[row]};
        largest = Math.max(largest, difference(expected, graphs));
      }
      return largest;
    }
  }

  private static double difference(float[] expected, float[] given) {
    if (expected.length != given.length) {
      return Double.NaN;
    }
    double largest = 0;
    for (int i = 0; i < expected.length; i++) {
      // Once a difference is no number, the largest stays none.
      double difference = Math.abs(expected[i] - given[i]);
      largest = Math.max(largest, difference);
    }
    return largest;
  }
}
