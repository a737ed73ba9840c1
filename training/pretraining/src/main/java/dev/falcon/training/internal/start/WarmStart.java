// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.start;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import dev.falcon.data.FalconException;
import dev.falcon.data.Progress;
import dev.falcon.data.RandomStream;
import dev.falcon.data.Sha256;
import dev.falcon.data.file.Json;
import dev.falcon.data.file.Seals;
import dev.falcon.training.config.StartConfig.SupervisedConfig;
import dev.falcon.training.internal.input.Purpose;
import dev.falcon.training.internal.store.SafeTensors;
import dev.falcon.training.internal.store.SafeTensorsWriter;
import dev.falcon.training.internal.tensor.AdamW;
import dev.falcon.training.internal.tensor.LearningRate;
import dev.falcon.training.internal.tensor.ParameterLayout;
import dev.falcon.training.internal.tensor.Parameters;
import dev.falcon.training.internal.tensor.TensorScope;
import dev.falcon.training.internal.tensor.Torch;
import dev.falcon.training.internal.tensor.Weights;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Runs the steps of a warm start, for any task. */
public final class WarmStart {
  private static final AdamW.Settings SETTINGS = new AdamW.Settings(0.9, 0.999, 1e-8, 0.02, 0);

  private final Torch torch;
  private final Course course;
  private final Progress progress;
  private final BooleanSupplier stop;

  /**
   * Creates a warm start of a given length.
   *
   * @param stop polled before each step
   */
  public WarmStart(Torch torch, Course course, Progress progress, BooleanSupplier stop) {
    this.torch = torch;
    this.course = course;
    this.progress = progress;
    this.stop = stop;
  }

  /** The length and the learning rate of a warm start. */
  public record Course(int steps, int batchSize, double learningRate, int warmUp) {
    static Course of(SupervisedConfig config) {
      return new Course(config.steps(), config.batchSize(), config.learningRate(), config.warmUp());
    }
  }

  /** The task of a warm start. */
  @FunctionalInterface
  public interface Lesson {
    /**
     * Returns the loss of a batch.
     *
     * @param rows the numbers of the examples
     * @param step the number of the step, from 0
     */
    NDArray loss(NDManager manager, Weights weights, int[] rows, int step);
  }

  /**
   * Trains a part of a network.
   *
   * @param layout the layout of the part and of heads that are later discarded
   * @param prefix the prefix of the names of the part's parameters
   * @param examples number of examples
   * @return the part's parameters by name
   * @throws FalconException if a stop is requested
   */
  public Map<String, float[]> train(
      ParameterLayout layout, String prefix, int examples, long seed, Lesson lesson) {
    LearningRate rate =
        LearningRate.cosine(
            course.learningRate(), course.learningRate() / 10, course.warmUp(), course.steps());
    try (Parameters parameters =
            new Parameters(torch.manager(), layout, layout.initialise(seed), true);
        AdamW optimiser = new AdamW(torch.manager(), parameters, SETTINGS);
        Progress.Task task = progress.begin("warm start", course.steps(), "steps")) {
      RandomStream random = Purpose.WARM_START.at(seed);
      for (int step = 0; step < course.steps(); step++) {
        if (stop.getAsBoolean()) {
          throw new FalconException(
              "interrupted at step "
                  + step
                  + " of "
                  + course.steps()
                  + " of the warm start; the same command begins the warm start again");
        }
        int[] rows = new int[course.batchSize()];
        for (int i = 0; i < rows.length; i++) {
          rows[i] = random.nextInt(examples);
        }
        int at = step;
        try (TensorScope memory = TensorScope.open(torch.manager())) {
          NDManager manager = memory.manager();
          torch.differentiate(() -> lesson.loss(manager, parameters.weights(), rows, at));
        }
        optimiser.step(rate.at(0, step, step));
        task.advance(1);
      }
      Map<String, float[]> part = new LinkedHashMap<>();
      parameters
          .copy()
          .forEach(
              (name, values) -> {
                if (name.startsWith(prefix)) {
                  part.put(name, values);
                }
              });
      return part;
    }
  }

  /**
   * Returns weights from the cache, or trains them and adds them to it.
   *
   * @param name the prefix of the file's name
   * @param decisive everything that determines the weights
   * @param layout the layout of all weights
   */
  public static Map<String, float[]> cached(
      Path cache,
      String name,
      Map<String, Object> decisive,
      ParameterLayout layout,
      Supplier<Map<String, float[]>> training) {
    String digest = Sha256.of(Json.line(decisive).getBytes(StandardCharsets.UTF_8));
    Path file = cache.resolve(name + "-" + digest.substring(0, 16) + ".safetensors");
    if (!Seals.isSealed(file)) {
      Map<String, float[]> trained = training.get();
      SafeTensorsWriter writer = new SafeTensorsWriter().metadata("format", "pt");
      for (ParameterLayout.Entry entry : layout.entries()) {
        if (trained.containsKey(entry.name())) {
          writer.tensor(entry.name(), trained.get(entry.name()), entry.shape());
        }
      }
      Seals.write(file, () -> writer.write(file));
    }
    Map<String, float[]> weights = new LinkedHashMap<>();
    try (SafeTensors tensors = SafeTensors.open(file)) {
      for (String tensor : tensors.names()) {
        weights.put(tensor, tensors.floats(tensor));
      }
    }
    return weights;
  }
}
