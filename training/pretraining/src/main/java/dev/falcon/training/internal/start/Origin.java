// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.start;

import dev.falcon.data.RequestException;
import dev.falcon.data.Sha256;
import dev.falcon.data.file.Folders;
import dev.falcon.onnx.export.tokenizer.Tokenizer;
import dev.falcon.onnx.export.tokenizer.TokenizerReader;
import dev.falcon.onnx.network.block.EvaTransformer;
import dev.falcon.onnx.network.block.VisionTransformer;
import dev.falcon.training.config.ModelConfig;
import dev.falcon.training.config.TrainConfig;
import dev.falcon.training.internal.input.ScenesVocabulary;
import dev.falcon.training.internal.input.TrainingData.DataIdentity;
import dev.falcon.training.internal.model.PositionGrid;
import dev.falcon.training.internal.store.Checkpoint;
import dev.falcon.training.internal.store.Checkpoints;
import dev.falcon.training.internal.tensor.ParameterLayout;
import dev.falcon.training.run.RunFolder;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;

/**
 * The pretrained network from which fine-tuning starts: ALBEF's or BLIP-2's, with its positions
 * interpolated to the pictures' new size.
 */
public final class Origin {
  private static final String KEY = "start.checkpoint: ";

  /** The names of the positions of ALBEF's and BLIP-2's image encoders. */
  private static final Set<String> POSITIONS =
      Set.of(VisionTransformer.PREFIX + "embeddings.position_embeddings", EvaTransformer.POSITIONS);

  private final Checkpoint checkpoint;
  private final TrainConfig config;

  private Origin(Checkpoint checkpoint, TrainConfig config) {
    this.checkpoint = checkpoint;
    this.config = config;
  }

  /**
   * Reads a checkpoint of ALBEF.
   *
   * @param path a checkpoint, or a run's folder, whose newest checkpoint is read
   * @param imageSize the side of the square image in pixels; 0 for the checkpoint's
   * @throws RequestException if the checkpoint has another framework
   */
  public static Origin open(Path path, int imageSize) {
    return open(path, imageSize, ModelConfig.ALBEF);
  }

  /** Reads a checkpoint of a framework. */
  public static Origin open(Path path, int imageSize, String wanted) {
    Checkpoint found =
        Folders.isFolder(path)
            ? Checkpoints.newest(new RunFolder(path))
                .orElseThrow(() -> new RequestException(KEY + path + " has no checkpoint"))
            : Checkpoint.read(path);
    if (!found.config().model().framework().equals(wanted)) {
      throw new RequestException(
          KEY
              + found.file()
              + " is a checkpoint of another framework; expected model.framework: "
              + wanted);
    }
    int size = imageSize == 0 ? found.config().model().imageSize() : imageSize;
    TrainConfig config = found.config();
    return new Origin(found, config.withModel(config.model().withImageSize(size)));
  }

  /** Returns the configuration of pretraining, with the pictures' new size. */
  public TrainConfig config() {
    return config;
  }

  /** Returns the checkpoint's identity. */
  public String identity() {
    return "checkpoint " + Sha256.of(checkpoint.file());
  }

  /** Returns the data's identity in the checkpoint. */
  public DataIdentity data() {
    return checkpoint.data();
  }

  /** Returns the tokenizer of the checkpoint's captions. */
  public Tokenizer tokenizer() {
    return checkpoint.data().tokenizer().isEmpty()
        ? ScenesVocabulary.BERT.tokenizer()
        : TokenizerReader.parse(checkpoint.data().tokenizer());
  }

  /** Returns whether the checkpoint has a weight of this name. */
  public boolean has(String name) {
    return checkpoint.values().containsKey(name);
  }

  /**
   * Returns a weight, adapted to its new shape: positions are interpolated to more or fewer
   * patches, and an embedding table is extended to a larger vocabulary by rows of fresh values.
   *
   * @param name the weight's name in the checkpoint
   * @param wanted the entry with the new shape
   * @param fresh fresh values of the new shape
   */
  public float[] weight(String name, ParameterLayout.Entry wanted, float[] fresh) {
    float[] values = checkpoint.values().get(name);
    if (values == null) {
      throw new RequestException(
          KEY
              + checkpoint.file()
              + " lacks the weight "
              + name
              + ", which "
              + wanted
              + " begins as");
    }
    if (POSITIONS.contains(name) && values.length != wanted.size()) {
      int width = config.model().vision().width();
      int from = (int) Math.round(Math.sqrt(values.length / (double) width - 1));
      int to = config.model().imageSize() / config.model().patchSize();
      return PositionGrid.resized(values, 1, from, to, width);
    }
    boolean grows = name.endsWith(".word_embeddings.weight") || name.endsWith("head.bias");
    if (values.length > wanted.size() || (values.length < wanted.size() && !grows)) {
      throw new RequestException(
          KEY
              + checkpoint.file()
              + ": "
              + name
              + " has "
              + values.length
              + " values, and cannot become "
              + wanted);
    }
    float[] grown = Arrays.copyOf(fresh, fresh.length);
    System.arraycopy(values, 0, grown, 0, values.length);
    return grown;
  }

  /**
   * Fails if captions are tokenised differently from the checkpoint's.
   *
   * @throws RequestException if the tokenizers differ
   */
  public void requireSameWords(DataIdentity data) {
    if (!data.tokenizer().equals(checkpoint.data().tokenizer())) {
      throw new RequestException(
          KEY + checkpoint.file() + " has another tokenizer than data.text.tokenizer names");
    }
  }

  /** Copies all weights of a layout, which the checkpoint has under the same names. */
  public void take(ParameterLayout layout, Map<String, float[]> weights) {
    for (ParameterLayout.Entry entry : layout.entries()) {
      weights.put(entry.name(), weight(entry.name(), entry, weights.get(entry.name())));
    }
  }
}
