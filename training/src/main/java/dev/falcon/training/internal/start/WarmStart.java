package dev.falcon.training.internal.start;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import dev.falcon.data.FalconException;
import dev.falcon.data.Progress;
import dev.falcon.data.RandomStream;
import dev.falcon.onnx.network.transformer.VisionTransformer;
import dev.falcon.training.config.StartConfig.SupervisedConfig;
import dev.falcon.training.internal.random.Purpose;
import dev.falcon.training.internal.tensor.AdamW;
import dev.falcon.training.internal.tensor.LearningRate;
import dev.falcon.training.internal.tensor.ParameterLayout;
import dev.falcon.training.internal.tensor.Parameters;
import dev.falcon.training.internal.tensor.Weights;
import dev.falcon.training.internal.tensor.engine.StepMemory;
import dev.falcon.training.internal.tensor.engine.Torch;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.BooleanSupplier;

/** The steps of a warm start, whatever is learned in it. */
final class WarmStart {
  private static final AdamW.Settings SETTINGS = new AdamW.Settings(0.9, 0.999, 1e-8, 0.02, 0);

  private final Torch torch;
  private final SupervisedConfig config;
  private final Progress progress;
  private final BooleanSupplier stop;

  /**
   * @param stop asked before each step
   */
  WarmStart(Torch torch, SupervisedConfig config, Progress progress, BooleanSupplier stop) {
    this.torch = torch;
    this.config = config;
    this.progress = progress;
    this.stop = stop;
  }

  /** What is learned. */
  @FunctionalInterface
  interface Lesson {
    /**
     * The loss of a batch.
     *
     * @param rows numbers of images
     * @param step from 0
     */
    NDArray loss(NDManager manager, Weights weights, int[] rows, int step);
  }

  /**
   * Trains an image encoder.
   *
   * @param layout of the encoder and its heads
   * @param images how many there are to draw from
   * @return the encoder's parameters by name
   * @throws FalconException if it was told to stop
   */
  Map<String, float[]> train(ParameterLayout layout, int images, long seed, Lesson lesson) {
    LearningRate rate =
        LearningRate.cosine(
            config.learningRate(), config.learningRate() / 10, config.warmUp(), config.steps());
    try (Parameters parameters =
            new Parameters(torch.manager(), layout, layout.initialise(seed), true);
        AdamW optimiser = new AdamW(torch.manager(), parameters, SETTINGS);
        Progress.Task task = progress.begin("warm start", config.steps(), "steps")) {
      RandomStream random = Purpose.WARM_START.at(seed);
      for (int step = 0; step < config.steps(); step++) {
        if (stop.getAsBoolean()) {
          throw new FalconException(
              "interrupted at step "
                  + step
                  + " of "
                  + config.steps()
                  + " of the warm start; the same command begins the warm start again");
        }
        int[] rows = new int[config.batchSize()];
        for (int i = 0; i < rows.length; i++) {
          rows[i] = random.nextInt(images);
        }
        int at = step;
        try (StepMemory memory = StepMemory.open(torch.manager())) {
          NDManager manager = memory.manager();
          torch.differentiate(() -> lesson.loss(manager, parameters.weights(), rows, at));
        }
        optimiser.step(rate.at(0, step, step));
        task.advance(1);
      }
      Map<String, float[]> encoder = new LinkedHashMap<>();
      parameters
          .copy()
          .forEach(
              (name, values) -> {
                if (name.startsWith(VisionTransformer.PREFIX)) {
                  encoder.put(name, values);
                }
              });
      return encoder;
    }
  }
}
