// SPDX-License-Identifier: Apache-2.0
package dev.falcon.downstream.toy;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import dev.falcon.data.Progress;
import dev.falcon.downstream.internal.task.FinetuningTask;
import dev.falcon.downstream.internal.task.Likelihood;
import dev.falcon.downstream.internal.task.PairTask;
import dev.falcon.downstream.internal.task.TaskExport;
import dev.falcon.downstream.internal.task.TaskProvider;
import dev.falcon.downstream.internal.task.TaskProvider.TaskMaterials;
import dev.falcon.eval.metric.Scores;
import dev.falcon.training.config.Checks;
import dev.falcon.training.internal.input.TrainingData.DataIdentity;
import dev.falcon.training.internal.store.Checkpoint;
import dev.falcon.training.internal.tensor.ParameterLayout;
import dev.falcon.training.internal.tensor.ParameterLayout.Initialiser;
import dev.falcon.training.internal.tensor.Weights;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * A task that the main code does not know, but for its name in the tests' file of services: which
 * pair, counted round, an image is of, told from its pixels by one layer.
 */
public final class ToyTask extends PairTask {
  private static final String LAYER = "toy.layer";

  private final int classes;
  private final int values;

  /**
   * The task's settings.
   *
   * @param classes after how many pairs the count begins again
   */
  public record Settings(int classes) implements TaskProvider {
    public Settings {
      Checks.atLeast("task.classes", classes, 2);
    }

    public Settings() {
      this(3);
    }

    @Override
    public String name() {
      return "toy";
    }

    @Override
    public FinetuningTask open(TaskMaterials materials) {
      return new ToyTask(materials, classes);
    }

    @Override
    public TaskExport exported(Checkpoint checkpoint) {
      throw new AssertionError("it is not exported");
    }
  }

  private ToyTask(TaskMaterials materials, int classes) {
    super(materials.config(), materials.origin(), materials.pairs(false));
    this.classes = classes;
    this.values = data.train().format().length();
  }

  @Override
  public String name() {
    return "round";
  }

  @Override
  public ParameterLayout layout() {
    ParameterLayout layout = new ParameterLayout();
    layout.declare(LAYER + ".weight", Initialiser.normal(0.02), classes, values);
    layout.declare(LAYER + ".bias", Initialiser.constant(0), classes);
    return layout;
  }

  @Override
  public Map<String, float[]> first(long seed) {
    return layout().initialise(seed);
  }

  @Override
  public DataIdentity identity() {
    return data.identity();
  }

  @Override
  public Likelihood look(
      Weights weights, NDManager manager, int[] examples, NDArray pixels, long step, long dropout) {
    NDArray seen = pixels.reshape(examples.length, values);
    long[] labels = Arrays.stream(examples).mapToLong(example -> example % classes).toArray();
    return Likelihood.even(manager, weights.linear(seen, LAYER), labels);
  }

  @Override
  public List<String> sets() {
    return List.of();
  }

  @Override
  public Scores measure(
      Weights weights, NDManager manager, String set, Path predictions, Progress progress) {
    throw new AssertionError("there is no set");
  }
}
