// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.framework;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import dev.falcon.data.FalconException;
import dev.falcon.data.RequestException;
import dev.falcon.data.Sha256;
import dev.falcon.data.file.Folders;
import dev.falcon.training.config.TrainConfig;
import dev.falcon.training.internal.framework.seam.BatchInputs;
import dev.falcon.training.internal.framework.seam.Framework;
import dev.falcon.training.internal.framework.seam.Matcher;
import dev.falcon.training.internal.input.Captions;
import dev.falcon.training.internal.input.PairData;
import dev.falcon.training.internal.input.TrainingData;
import dev.falcon.training.internal.input.Vocabulary;
import dev.falcon.training.internal.store.Checkpoint;
import dev.falcon.training.internal.store.Checkpoints;
import dev.falcon.training.internal.tensor.Parameters;
import dev.falcon.training.internal.tensor.Sequences;
import dev.falcon.training.internal.tensor.TensorScope;
import dev.falcon.training.internal.tensor.Torch;
import dev.falcon.training.internal.tensor.Weights;
import dev.falcon.training.run.RunFolder;
import java.nio.file.Path;
import java.util.stream.IntStream;

/**
 * A checkpoint's network that is applied to the batches of another run and never trained. It reads
 * the learner's pictures and captions, without dropout or gradients. Nothing is cached between
 * steps.
 */
public final class FrozenNetwork {
  private static final int CHUNK = 96;

  private final NDManager run;
  private final Framework framework;
  private final Parameters parameters;
  private final String identity;

  /**
   * Creates the network of a checkpoint returned by {@link #find}.
   *
   * @param torch the engine of the calling run
   */
  public FrozenNetwork(Torch torch, Checkpoint checkpoint, TrainingData data) {
    this.run = torch.manager();
    this.framework = Frameworks.of(checkpoint.config(), data.vocabulary());
    this.parameters =
        new Parameters(run, framework.layout(), checkpoint.weights(framework.layout()), false);
    this.identity = "checkpoint " + Sha256.of(checkpoint.file());
  }

  /**
   * Reads a checkpoint, and checks that its network can process a run's batches.
   *
   * @param key the configuration key that names the checkpoint
   * @param path a checkpoint, or a run's folder, whose newest checkpoint is read
   * @throws RequestException if its pictures or its vocabulary differ from the run's
   * @throws FalconException if it is not a checkpoint
   */
  public static Checkpoint find(String key, Path path, TrainConfig config, TrainingData data) {
    Checkpoint found =
        Folders.isFolder(path)
            ? Checkpoints.newest(new RunFolder(path))
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
   * Like {@link #find}, for a network with one vector per image: {@link #cosines} compares images
   * with images.
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

  /** Returns the network's identity: the digest of its checkpoint. */
  public String identity() {
    return identity;
  }

  /**
   * The contrastive vectors of all pairs, with pictures prepared as in an evaluation.
   *
   * @param images the image vectors [rows x width]
   * @param texts the text vectors [rows x width]
   * @param width the length of a vector
   */
  @SuppressWarnings("ArrayRecordComponent") // tables, never compared
  public record Vectors(float[] images, float[] texts, int width) {}

  /** Encodes all pairs once, with a network returned by {@link #findComparing}. */
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
      TensorScope.within(
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
   * The cosines of a batch.
   *
   * @param across the cosines of images with captions [rows x rows], one row per image
   * @param images the cosines of images with images [rows x rows]
   * @param texts the cosines of captions with captions [rows x rows]
   */
  public record Cosines(NDArray across, NDArray images, NDArray texts) {}

  /** Returns the cosines of a batch, which are valid as long as its tensors. */
  public Cosines cosines(BatchInputs batch) {
    float[][] tables =
        TensorScope.within(
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
   * Returns the probability of a match for each pair, from a network with a matching head.
   *
   * @param images the batch rows of the pairs' images
   * @param captions the batch rows of the pairs' captions; as many as {@code images}
   */
  public float[] matches(BatchInputs batch, int[] images, int[] captions) {
    Matcher matcher = framework.matcher().orElseThrow();
    return TensorScope.within(
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
