// SPDX-License-Identifier: Apache-2.0
package dev.falcon.downstream.internal.tasks;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import dev.falcon.data.Progress;
import dev.falcon.data.RequestException;
import dev.falcon.data.Sha256;
import dev.falcon.downstream.config.TaskConfig;
import dev.falcon.downstream.internal.task.FinetuningTask;
import dev.falcon.downstream.internal.task.Likelihood;
import dev.falcon.downstream.internal.task.PairTask;
import dev.falcon.downstream.internal.task.TaskExport;
import dev.falcon.downstream.internal.task.TaskProvider;
import dev.falcon.downstream.internal.task.TaskProvider.TaskMaterials;
import dev.falcon.eval.metric.Scores;
import dev.falcon.onnx.network.NlvrNetwork;
import dev.falcon.onnx.network.shape.NetworkShape;
import dev.falcon.training.internal.framework.Frameworks;
import dev.falcon.training.internal.framework.seam.Framework;
import dev.falcon.training.internal.input.Captions;
import dev.falcon.training.internal.input.Purpose;
import dev.falcon.training.internal.input.TrainingData.DataIdentity;
import dev.falcon.training.internal.store.Checkpoint;
import dev.falcon.training.internal.tensor.Ops;
import dev.falcon.training.internal.tensor.ParameterLayout;
import dev.falcon.training.internal.tensor.Sequences;
import dev.falcon.training.internal.tensor.Torch;
import dev.falcon.training.internal.tensor.Weights;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * Text assignment, the step before NLVR2: whether a caption belongs to the first of two pictures,
 * to the second, or to none. Similar pictures are drawn more often, by the cosines of the
 * checkpoint's projection, which is frozen.
 */
public final class AssignmentTask extends PairTask {
  private static final int IMAGES = 2;
  private static final int CLASSES = 3;
  private static final double TEMPERATURE = 0.07;
  private static final int FEWEST = 3;

  private final NetworkShape shape;
  private final NlvrNetwork network;
  private final float[] matrix;
  private final float[] bias;

  /** The settings of the task, which has none of its own. */
  public record Settings() implements TaskProvider {
    @Override
    public String name() {
      return ASSIGNMENT;
    }

    @Override
    public FinetuningTask open(TaskMaterials materials) {
      return new AssignmentTask(materials);
    }

    @Override
    public TaskExport exported(Checkpoint checkpoint) {
      throw new RequestException(
          checkpoint.file()
              + ": is a checkpoint of falcon finetune assignment, a step before falcon finetune"
              + " nlvr; expected a run of the latter");
    }
  }

  private AssignmentTask(TaskMaterials materials) {
    super(materials.config(), materials.origin(), materials.pairs(false));
    if (config.train().batchSize() < FEWEST) {
      throw new RequestException(
          "train.batch_size must be at least 3, so that there are two other pictures; batch_size="
              + config.train().batchSize());
    }
    if (!data.identity().tokenizer().equals(origin.data().tokenizer())) {
      throw new RequestException(
          "data.pairs: they are tokenized in another way than the checkpoint's captions");
    }
    this.shape = origin.config().model().shape(data.vocabulary().size());
    this.network = new NlvrNetwork(shape, IMAGES, CLASSES);
    Framework pretrained = Frameworks.of(origin.config(), data.vocabulary());
    Map<String, float[]> projection = pretrained.layout().initialise(config.seed());
    origin.take(pretrained.layout(), projection);
    this.matrix = projection.get("vision_projection.weight");
    this.bias = projection.get("vision_projection.bias");
  }

  @Override
  public String name() {
    return TaskConfig.ASSIGNMENT;
  }

  @Override
  public ParameterLayout layout() {
    return new StatementWeights(origin, network, IMAGES).layout();
  }

  @Override
  public Map<String, float[]> first(long seed) {
    return new StatementWeights(origin, network, IMAGES).first(shape, seed);
  }

  @Override
  public DataIdentity identity() {
    String pairs = origin.identity() + data.identity().digest();
    return new DataIdentity(
        Sha256.of(pairs.getBytes(StandardCharsets.UTF_8)), data.identity().tokenizer());
  }

  @Override
  public Likelihood look(
      Weights weights, NDManager manager, int[] examples, NDArray pixels, long step, long dropout) {
    int rows = examples.length;
    Torch.seed(manager, dropout);
    NDArray states = network.vision().forward(weights, pixels);
    Assignment drawn =
        Assignment.draw(
            cosines(manager, states),
            rows,
            TEMPERATURE,
            Purpose.ASSIGNMENT.at(config.seed(), step));
    long[][] captions = Captions.padded(data.train(), examples, data.vocabulary());
    Sequences sequences = Sequences.of(manager, captions, data.vocabulary().padding());
    NDArray logits =
        network.logits(
            weights,
            sequences.table(captions),
            sequences,
            List.of(
                Ops.rows(states, Torch.indices(manager, drawn.first())),
                Ops.rows(states, Torch.indices(manager, drawn.second()))),
            origin.config().model().dropout());
    return Likelihood.even(manager, logits, drawn.labels());
  }

  /** Returns the cosines of the pictures by the checkpoint's projection, without a gradient. */
  private float[] cosines(NDManager manager, NDArray states) {
    int projection = shape.projection();
    NDArray vectors =
        Ops.normalise(
            Ops.linear(
                states.stopGradient().get(":,0"),
                Torch.floats(manager, matrix, projection, shape.image().width()),
                Torch.floats(manager, bias, projection)));
    return vectors.matMul(vectors.transpose()).toFloatArray();
  }

  /** {@inheritDoc} There are none, since a caption's pictures are drawn again at every step. */
  @Override
  public List<String> sets() {
    return List.of();
  }

  @Override
  public Scores measure(
      Weights weights, NDManager manager, String set, Path predictions, Progress progress) {
    return Scores.NONE;
  }
}
