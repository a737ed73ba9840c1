package dev.falcon.training.internal.framework;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import dev.falcon.data.FalconException;
import dev.falcon.data.RequestException;
import dev.falcon.data.Sha256;
import dev.falcon.training.config.TrainConfig;
import dev.falcon.training.internal.framework.batch.BatchInputs;
import dev.falcon.training.internal.framework.pass.Framework;
import dev.falcon.training.internal.framework.pass.Matcher;
import dev.falcon.training.internal.input.Captions;
import dev.falcon.training.internal.input.PairData;
import dev.falcon.training.internal.input.TrainingData;
import dev.falcon.training.internal.input.text.Vocabulary;
import dev.falcon.training.internal.store.Checkpoint;
import dev.falcon.training.internal.store.RunFolder;
import dev.falcon.training.internal.tensor.Parameters;
import dev.falcon.training.internal.tensor.Sequences;
import dev.falcon.training.internal.tensor.Weights;
import dev.falcon.training.internal.tensor.engine.StepMemory;
import dev.falcon.training.internal.tensor.engine.Torch;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.IntStream;

/**
 * The network of a checkpoint, which looks at the batches of another run and never changes. It sees
 * the learner's pictures and captions as they are, drops nothing, and carries no gradient. Nothing
 * is kept between steps: it costs its passes every time.
 */
public final class FrozenNetwork {
  private static final int CHUNK = 96;

  private final NDManager run;
  private final Framework framework;
  private final Parameters parameters;
  private final String identity;

  /**
   * Makes the network of a checkpoint that {@link #find} gave.
   *
   * @param torch of the run that asks
   */
  public FrozenNetwork(Torch torch, Checkpoint checkpoint, TrainingData data) {
    this.run = torch.manager();
    this.framework = Frameworks.of(checkpoint.config(), data.vocabulary());
    this.parameters =
        new Parameters(run, framework.layout(), checkpoint.weights(framework.layout()), false);
    this.identity = "checkpoint " + Sha256.of(checkpoint.file());
  }

  /**
   * Reads a checkpoint, and checks that its network can look at a run's batches.
   *
   * @param key of the configuration that names it
   * @param path a checkpoint, or a run's folder, of which the newest is taken
   * @throws RequestException if it sees other pictures or other words
   * @throws FalconException if it is no checkpoint
   */
  public static Checkpoint find(String key, Path path, TrainConfig config, TrainingData data) {
    Checkpoint found =
        Files.isDirectory(path)
            ? new RunFolder(path)
                .newest()
                .orElseThrow(() -> new RequestException(key + ": " + path + " has no checkpoint"))
            : Checkpoint.read(path);
    String name = key + ": " + found.file();
    requireEqual(
        name, "model.image_size", found.config().model().imageSize(), config.model().imageSize());
    requireEqual(name, "data.mean", found.config().data().mean(), config.data().mean());
    requireEqual(
        name, "data.deviation", found.config().data().deviation(), config.data().deviation());
    if (!found.data().tokenizer().equals(data.identity().tokenizer())) {
      throw new RequestException(name + " has another vocabulary than the learner");
    }
    int places = found.config().model().maxTokens();
    int needed = config.data().text().maxTokens();
    if (places < needed) {
      throw new RequestException(
          name + " has " + places + " places for tokens; data.text.max_tokens=" + needed);
    }
    return found;
  }

  /**
   * As {@link #find}, of a network whose images have one vector each: by {@link #cosines} images
   * are compared with images.
   */
  public static Checkpoint findComparing(
      String key, Path path, TrainConfig config, TrainingData data) {
    Checkpoint found = find(key, path, config, data);
    int queries = found.config().model().queries();
    if (queries > 0) {
      throw new RequestException(
          key
              + ": "
              + found.file()
              + " has "
              + queries
              + " vectors an image, and images are compared by one; take a checkpoint of another"
              + " framework");
    }
    return found;
  }

  private static void requireEqual(String name, String key, Object there, Object here) {
    if (!there.equals(here)) {
      throw new RequestException(
          name + " has another " + key + " than the learner: " + there + ", " + here + " here");
    }
  }

  /** Which network it is: the digest of its checkpoint. */
  public String identity() {
    return identity;
  }

  /**
   * The contrastive vectors of all pairs, of pictures as they are evaluated.
   *
   * @param images [rows x width]
   * @param texts [rows x width]
   * @param width of a vector
   */
  @SuppressWarnings("ArrayRecordComponent") // tables, never compared
  public record Vectors(float[] images, float[] texts, int width) {}

  /** Looks at all pairs once, of a network that {@link #findComparing} gave. */
  public Vectors vectors(PairData pairs, Vocabulary vocabulary) {
    int width = framework.vectors().width();
    float[] images = new float[Math.multiplyExact(pairs.rows(), width)];
    float[] texts = new float[images.length];
    int size = pairs.format().size();
    int length = pairs.format().length();
    for (int from = 0; from < pairs.rows(); from += CHUNK) {
      int first = from;
      int[] rows = IntStream.range(from, Math.min(pairs.rows(), from + CHUNK)).toArray();
      float[] pixels = new float[rows.length * length];
      IntStream.range(0, rows.length)
          .parallel()
          .forEach(i -> pairs.pixels(rows[i], pixels, i * length));
      long[][] tokens = Captions.padded(pairs, rows, vocabulary);
      StepMemory.within(
          run,
          manager -> {
            Weights weights = parameters.untrained();
            NDArray input = Torch.floats(manager, pixels, rows.length, 3, size, size);
            copy(framework.images(weights, input).vectors(), images, first * width);
            Sequences captions = Sequences.of(manager, tokens, vocabulary.padding());
            copy(
                framework.captions(weights, captions, captions.table(tokens)).vectors(),
                texts,
                first * width);
            return null;
          });
    }
    return new Vectors(images, texts, width);
  }

  private static void copy(NDArray vectors, float[] to, int at) {
    float[] values = vectors.toFloatArray();
    System.arraycopy(values, 0, to, at, values.length);
  }

  /**
   * Cosines of a batch.
   *
   * @param across of images with captions [rows x rows], a row an image's
   * @param images of images with images [rows x rows]
   * @param texts of captions with captions [rows x rows]
   */
  public record Cosines(NDArray across, NDArray images, NDArray texts) {}

  /** The cosines of a batch; they live as long as its tensors. */
  public Cosines cosines(BatchInputs batch) {
    float[][] tables =
        StepMemory.within(
            run,
            manager -> {
              Weights weights = parameters.untrained();
              NDArray images = framework.images(weights, batch.images()).vectors();
              NDArray texts =
                  framework.captions(weights, batch.captions(), batch.tokens()).vectors();
              return new float[][] {
                images.matMul(texts.transpose()).toFloatArray(),
                images.matMul(images.transpose()).toFloatArray(),
                texts.matMul(texts.transpose()).toFloatArray()
              };
            });
    return new Cosines(
        square(batch, tables[0]), square(batch, tables[1]), square(batch, tables[2]));
  }

  private static NDArray square(BatchInputs batch, float[] values) {
    return Torch.floats(batch.images().getManager(), values, batch.rows(), batch.rows());
  }

  /**
   * The probability of a match of each pair, by a network that has what judges them.
   *
   * @param images rows of the batch
   * @param captions rows of the batch, as many
   */
  public float[] matches(BatchInputs batch, int[] images, int[] captions) {
    Matcher matcher = framework.matcher().orElseThrow();
    return StepMemory.within(
        run,
        manager -> {
          Weights weights = parameters.untrained();
          return matcher.probabilities(
              weights,
              framework.images(weights, batch.images()).states(),
              batch.captions(),
              framework.captions(weights, batch.captions(), batch.tokens()).states(),
              images,
              captions);
        });
  }
}
