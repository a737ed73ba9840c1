package dev.falcon.training.internal.framework.seam;

import ai.djl.ndarray.NDArray;
import dev.falcon.data.RandomStream;
import dev.falcon.onnx.export.graph.ExportedNetwork;
import dev.falcon.training.internal.store.SafeTensors;
import dev.falcon.training.internal.tensor.ParameterLayout;
import dev.falcon.training.internal.tensor.Parameters;
import dev.falcon.training.internal.tensor.Sequences;
import dev.falcon.training.internal.tensor.Weights;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * A vision-language framework: a network and its training passes. It is stateless: every call is
 * given the weights. Dropout depends on the given seed alone; a call uses the seed it is given and
 * at most the next seven.
 */
public interface Framework {
  /** The network's parameters. */
  ParameterLayout layout();

  /** The size of a pair's cached vectors. */
  VectorShape vectors();

  /** The name of the generative loss among {@link Losses#terms}. */
  String generativeTerm();

  /** The corruption of captions [rows x length] for the generative loss; drawn once per batch. */
  Corruption corrupt(long[][] captions, RandomStream random);

  /** Clamps a bounded parameter, the temperature, before a step. */
  void bound(Parameters parameters);

  /**
   * All losses of a batch.
   *
   * @param targets the targets of the losses
   * @param dropout the seed of dropout
   */
  Losses losses(Weights weights, BatchInputs batch, TargetFactory targets, long dropout);

  /**
   * The generative loss of the batch's own pairs alone. An equal seed gives the same dropout as in
   * {@link #losses}.
   *
   * @param decision the targets that {@link #losses} used
   */
  TokenLosses generative(
      Weights weights, BatchInputs batch, ObjectiveTargets decision, long dropout);

  /**
   * The generative loss as an average of the predicted tokens' losses.
   *
   * @param rows the caption of each
   */
  default double generativeMean(float[] losses, int[] rows) {
    double sum = 0;
    for (float loss : losses) {
      sum += loss;
    }
    return losses.length == 0 ? 0 : sum / losses.length;
  }

  /** Runs any weights of this network on a batch. */
  View view(Weights weights, BatchInputs batch, long dropout);

  /**
   * Encodes images, without dropout.
   *
   * @param pixels normalised [rows x 3 x size x size]
   */
  Encoding images(Weights weights, NDArray pixels);

  /**
   * Encodes captions, without dropout.
   *
   * @param tokens int64 [tokens], caption by caption
   */
  Encoding captions(Weights weights, Sequences captions, NDArray tokens);

  /** The image encoder alone. */
  ImageTower tower();

  /** The exported part of the model: its sizes, graphs and description. */
  ExportedNetwork exported();

  /**
   * The parameters of a Hugging Face class with the same names; empty if there is no such class.
   */
  default List<ParameterLayout.Entry> published() {
    return List.of();
  }

  /** The matching head; empty where there are contrastive vectors alone. */
  Optional<Matcher> matcher();

  /**
   * Number of inputs per pass in an evaluation.
   *
   * @param captionTokens the longest caption, in tokens
   */
  ChunkSizes chunks(int captionTokens);

  /**
   * The image encoder's initial weights from a file of another model or of Falcon's. Names and
   * shapes are checked at once; the values are read on demand, while the file is open.
   *
   * @throws dev.falcon.data.FalconException if the file lacks weights of this network
   */
  Map<String, Supplier<float[]>> imageWeights(SafeTensors file);

  /** The values at once. */
  default Map<String, float[]> imageWeights(Path path) {
    try (SafeTensors file = SafeTensors.open(path)) {
      return values(imageWeights(file));
    }
  }

  /** The initial weights of everything that reads text, as for {@link #imageWeights}. */
  Map<String, Supplier<float[]>> textWeights(SafeTensors file);

  /** The values at once. */
  default Map<String, float[]> textWeights(Path path) {
    try (SafeTensors file = SafeTensors.open(path)) {
      return values(textWeights(file));
    }
  }

  private static Map<String, float[]> values(Map<String, Supplier<float[]>> weights) {
    Map<String, float[]> values = new LinkedHashMap<>();
    weights.forEach((name, value) -> values.put(name, value.get()));
    return values;
  }

  /**
   * A network's outputs for a batch, before any loss.
   *
   * @param images unit vectors [rows x width]
   * @param texts unit vectors [rows x width]
   * @param words log-probabilities of the vocabulary at predicted tokens [predicted tokens x
   *     vocabulary]; empty without any
   */
  record View(NDArray images, NDArray texts, Optional<NDArray> words) {}

  /**
   * An encoder's outputs for images or captions.
   *
   * @param states inputs of matching: of images [rows x tokens x width], of captions without
   *     padding [tokens x width]
   * @param vectors contrastive ones of unit length [rows x width]
   */
  record Encoding(NDArray states, NDArray vectors) {}

  /**
   * The size of a pair's cached vectors.
   *
   * @param perImage number of contrastive vectors of an image; a caption has one
   * @param width of every vector
   */
  record VectorShape(int perImage, int width) {
    /** Number of values of an image. */
    public int imageLength() {
      return Math.multiplyExact(perImage, width);
    }
  }
}
