package dev.falcon.training.internal.framework.pass;

import ai.djl.ndarray.NDArray;
import dev.falcon.data.RandomStream;
import dev.falcon.onnx.export.form.ExportedNetwork;
import dev.falcon.training.internal.framework.batch.BatchInputs;
import dev.falcon.training.internal.framework.batch.ChunkSizes;
import dev.falcon.training.internal.framework.batch.Corruption;
import dev.falcon.training.internal.framework.decision.Decision;
import dev.falcon.training.internal.framework.decision.Losses;
import dev.falcon.training.internal.framework.decision.Targets;
import dev.falcon.training.internal.framework.decision.TokenLosses;
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
 * A vision-language framework: a network and the passes that it learns by. It holds no values:
 * every call is given the weights. Where a call drops values, equal seeds drop the same ones; it
 * uses the seed it is given and the next seven at most.
 */
public interface Framework {
  /** The network's parameters. */
  ParameterLayout layout();

  /** What is cached of a pair. */
  VectorShape vectors();

  /** The name of the generative loss among {@link Losses#terms}. */
  String generativeTerm();

  /** What the generative loss hides of captions [rows x length]; drawn once a batch. */
  Corruption corrupt(long[][] captions, RandomStream random);

  /** Brings what is held in a range back into it, before a step: the temperature. */
  void bound(Parameters parameters);

  /**
   * All losses of a batch.
   *
   * @param targets what they pull towards
   * @param dropout the seed of what is dropped
   */
  Losses losses(Weights weights, BatchInputs batch, Targets targets, long dropout);

  /**
   * The generative loss of the batch's own pairs alone. With an equal seed the same values are
   * dropped as in {@link #losses}.
   *
   * @param decision that {@link #losses} made of the batch
   */
  TokenLosses generative(Weights weights, BatchInputs batch, Decision decision, long dropout);

  /**
   * What the generative loss is of the told words' losses.
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

  /** Looks at a batch with any weights of this network. */
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

  /** The part that an exported model has: its sizes, its graphs and what is said of it. */
  ExportedNetwork exported();

  /**
   * The parameters that a class of Hugging Face's has under the same names; none where there is no
   * such class.
   */
  default List<ParameterLayout.Entry> published() {
    return List.of();
  }

  /** What judges pairs; empty where there are contrastive vectors alone. */
  Optional<Matcher> matcher();

  /**
   * How much goes through the network at once in an evaluation.
   *
   * @param captionTokens the longest caption, in tokens
   */
  ChunkSizes chunks(int captionTokens);

  /**
   * The image encoder's first weights from a file of another model or of Falcon's. Names and shapes
   * are checked at once; the values are read when they are asked for, while the file is open.
   *
   * @throws dev.falcon.data.FalconException if the file has not what this network wants
   */
  Map<String, Supplier<float[]>> imageWeights(SafeTensors file);

  /** The values at once. */
  default Map<String, float[]> imageWeights(Path path) {
    try (SafeTensors file = SafeTensors.open(path)) {
      return values(imageWeights(file));
    }
  }

  /** The first weights of all that reads text, from a file as for {@link #imageWeights}. */
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
}
