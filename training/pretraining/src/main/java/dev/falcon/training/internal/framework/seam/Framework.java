// SPDX-License-Identifier: Apache-2.0
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
 * given the weights. Dropout depends only on the seed that is passed; a call uses this seed and at
 * most the next seven.
 */
public interface Framework {
  /** Returns the network's parameters. */
  ParameterLayout layout();

  /** Returns the size of a pair's cached vectors. */
  VectorShape vectors();

  /** Returns the name of the generative loss among {@link Losses#terms}. */
  String generativeTerm();

  /** Draws the corruption of captions [rows x length] for the generative loss, once per batch. */
  Corruption corrupt(long[][] captions, RandomStream random);

  /** Clamps bounded parameters, such as the temperature, before a step. */
  void bound(Parameters parameters);

  /**
   * Returns all losses of a batch.
   *
   * @param targets the targets of the losses
   * @param dropout the seed of dropout
   */
  Losses losses(Weights weights, BatchInputs batch, TargetFactory targets, long dropout);

  /**
   * Returns only the generative loss of the batch's own pairs. With the same seed, dropout is the
   * same as in {@link #losses}.
   *
   * @param decision the targets that {@link #losses} has used
   */
  TokenLosses generative(
      Weights weights, BatchInputs batch, ObjectiveTargets decision, long dropout);

  /**
   * Returns the generative loss, an average of the predicted tokens' losses.
   *
   * @param losses the loss of every predicted token
   * @param rows the batch row of the caption of every predicted token
   */
  default double generativeMean(float[] losses, int[] rows) {
    double sum = 0;
    for (float loss : losses) {
      sum += loss;
    }
    return losses.length == 0 ? 0 : sum / losses.length;
  }

  /** Runs this network with any weights on a batch. */
  View view(Weights weights, BatchInputs batch, long dropout);

  /**
   * Encodes images, without dropout.
   *
   * @param pixels the normalised pixels [rows x 3 x size x size]
   */
  Encoding images(Weights weights, NDArray pixels);

  /**
   * Encodes captions, without dropout.
   *
   * @param tokens the captions' tokens, caption by caption, int64 [tokens]
   */
  Encoding captions(Weights weights, Sequences captions, NDArray tokens);

  /** Returns the image encoder alone. */
  ImageTower tower();

  /** Returns the exported part of the model: its sizes, graphs and description. */
  ExportedNetwork exported();

  /**
   * Returns the parameters that a class of Hugging Face's has under the same names; empty if there
   * is no such class.
   */
  default List<ParameterLayout.Entry> published() {
    return List.of();
  }

  /** Returns the matching head; empty if there are only contrastive vectors. */
  Optional<Matcher> matcher();

  /**
   * Returns the number of inputs per pass in an evaluation.
   *
   * @param captionTokens the number of tokens of the longest caption
   */
  ChunkSizes chunks(int captionTokens);

  /**
   * Returns the image encoder's initial weights from a file of another model or of Falcon's. Names
   * and shapes are checked immediately; the values are read on demand, while the file is open.
   *
   * @throws dev.falcon.data.FalconException if the file lacks weights of this network
   */
  Map<String, Supplier<float[]>> imageWeights(SafeTensors file);

  /** Reads all these values. */
  default Map<String, float[]> imageWeights(Path path) {
    try (SafeTensors file = SafeTensors.open(path)) {
      return values(imageWeights(file));
    }
  }

  /** Returns the initial weights of all parts that read text, like {@link #imageWeights}. */
  Map<String, Supplier<float[]>> textWeights(SafeTensors file);

  /** Reads all these values. */
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
   * @param images the images' unit vectors [rows x width]
   * @param texts the captions' unit vectors [rows x width]
   * @param words the log-probabilities of the vocabulary at predicted tokens [predicted tokens x
   *     vocabulary]; empty if there are none
   */
  record View(NDArray images, NDArray texts, Optional<NDArray> words) {}

  /**
   * An encoder's outputs for images or captions.
   *
   * @param states the inputs of matching: for images [rows x tokens x width], for captions, without
   *     padding, [tokens x width]
   * @param vectors the contrastive vectors of unit length [rows x width]
   */
  record Encoding(NDArray states, NDArray vectors) {}

  /**
   * The size of a pair's cached vectors.
   *
   * @param perImage the number of contrastive vectors per image; a caption has one
   * @param width the length of every vector
   */
  record VectorShape(int perImage, int width) {
    /** Returns the number of floats per image. */
    public int imageLength() {
      return Math.multiplyExact(perImage, width);
    }
  }
}
