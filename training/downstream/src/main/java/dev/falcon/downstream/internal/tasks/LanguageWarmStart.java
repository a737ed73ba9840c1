// SPDX-License-Identifier: Apache-2.0
package dev.falcon.downstream.internal.tasks;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import dev.falcon.data.Progress;
import dev.falcon.data.RandomStream;
import dev.falcon.downstream.generation.internal.LanguagePass;
import dev.falcon.downstream.generation.internal.ShownTexts;
import dev.falcon.onnx.network.block.OptTransformer;
import dev.falcon.onnx.network.shape.OptShape;
import dev.falcon.training.config.Checks;
import dev.falcon.training.config.ModelConfig.Initialisation;
import dev.falcon.training.internal.input.Purpose;
import dev.falcon.training.internal.model.Initializers;
import dev.falcon.training.internal.start.WarmStart;
import dev.falcon.training.internal.tensor.Ops;
import dev.falcon.training.internal.tensor.ParameterLayout;
import dev.falcon.training.internal.tensor.Torch;
import dev.falcon.training.internal.tensor.Weights;
import dev.falcon.training.run.TrainingArithmetic;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;

/**
 * Trains a small OPT on texts alone, as a substitute for a pretrained language model. Texts start
 * at any position, as they do after images.
 */
public final class LanguageWarmStart {
  private final OptShape shape;
  private final OptTransformer model;
  private final int padding;
  private final List<int[]> texts;
  private final long seed;

  /**
   * The sizes of a small OPT, and the settings of its training on captions without images.
   *
   * @param width the width of a token
   * @param heads the number of heads of attention
   * @param layers the number of layers of the model
   * @param feedForward the width between the two feed-forward layers
   * @param places the maximum number of tokens, including those of an image
   * @param texts the number of training texts, each from a scene that is not among the pairs
   * @param captions the number of captions per text, which are all true of its scene, so that later
   *     ones depend on earlier ones
   * @param steps the number of steps of the optimiser
   * @param batchSize the number of texts per step
   * @param learningRate the highest rate; a linear warm-up leads to it, and a cosine then decays it
   *     to a tenth
   * @param warmUp the number of steps of the warm-up
   */
  public record Settings(
      int width,
      int heads,
      int layers,
      int feedForward,
      int places,
      int texts,
      int captions,
      int steps,
      int batchSize,
      double learningRate,
      int warmUp) {
    public Settings {
      Checks.atLeast("task.scenes.width", width, 1);
      Checks.atLeast("task.scenes.heads", heads, 1);
      Checks.atLeast("task.scenes.layers", layers, 1);
      Checks.atLeast("task.scenes.feed_forward", feedForward, 1);
      Checks.atLeast("task.scenes.places", places, 32);
      Checks.atLeast("task.scenes.texts", texts, 1);
      Checks.atLeast("task.scenes.captions", captions, 1);
      Checks.atLeast("task.scenes.steps", steps, 1);
      Checks.atLeast("task.scenes.batch_size", batchSize, 1);
      Checks.inRange("task.scenes.learning_rate", learningRate, 0, 1);
      Checks.atLeast("task.scenes.warm_up", warmUp, 0);
    }

    /** Creates the default settings, with which training takes minutes on a CPU. */
    public Settings() {
      this(64, 4, 2, 256, 64, 12000, 4, 1500, 64, 0.002, 50);
    }
  }

  private LanguageWarmStart(OptShape shape, int padding, List<int[]> texts, long seed) {
    this.shape = shape;
    this.model = new OptTransformer(shape);
    this.padding = padding;
    this.texts = texts;
    this.seed = seed;
  }

  /**
   * Returns the weights of a language model, from the cache or newly trained.
   *
   * @param texts the tokens of each text, without padding
   * @param decisive everything that determines the texts
   * @return the weights by name
   */
  public static Map<String, float[]> train(
      Torch torch,
      Settings config,
      OptShape shape,
      int padding,
      List<int[]> texts,
      Map<String, Object> decisive,
      long seed,
      Path cache,
      Progress progress,
      BooleanSupplier stop) {
    LanguageWarmStart lesson = new LanguageWarmStart(shape, padding, texts, seed);
    ParameterLayout layout = new ParameterLayout();
    lesson.model.declare(new Initializers(layout, Initialisation.FAN_IN));
    Map<String, Object> all = new LinkedHashMap<>(decisive);
    all.put("arithmetic", TrainingArithmetic.REVISION);
    all.put("shape", shape);
    all.put("settings", config);
    WarmStart.Course course =
        new WarmStart.Course(
            config.steps(), config.batchSize(), config.learningRate(), config.warmUp());
    return WarmStart.cached(
        cache,
        "language-model",
        all,
        layout,
        () ->
            new WarmStart(torch, course, progress, stop)
                .train(layout, OptTransformer.PREFIX, texts.size(), seed, lesson::loss));
  }

  private NDArray loss(NDManager manager, Weights weights, int[] rows, int step) {
    int longest = Arrays.stream(rows).map(row -> texts.get(row).length).max().orElse(1);
    long[][] batch = new long[rows.length][longest];
    int[] skipped = new int[rows.length];
    RandomStream random = Purpose.WARM_START_PLACES.at(seed, step);
    for (int i = 0; i < rows.length; i++) {
      int[] text = texts.get(rows[i]);
      Arrays.fill(batch[i], padding);
      for (int place = 0; place < text.length; place++) {
        batch[i][place] = text[place];
      }
      skipped[i] = random.nextInt(shape.maxTokens() - text.length + 1);
    }
    ShownTexts shown = new ShownTexts(batch, 0, padding);
    NDArray read =
        model.forward(
            weights,
            model.embed(weights, shown.ids(manager)),
            shown.positions(manager, skipped),
            shown.mask(manager));
    ShownTexts.Predicted predicted = shown.predicted(1);
    return Ops.crossEntropy(
        LanguagePass.predictedLogits(weights, model, read, predicted),
        Torch.indices(manager, predicted.labels()));
  }
}
