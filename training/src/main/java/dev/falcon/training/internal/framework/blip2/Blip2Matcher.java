package dev.falcon.training.internal.framework.blip2;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.types.Shape;
import dev.falcon.onnx.network.Blip2Network;
import dev.falcon.onnx.network.ImageMemory;
import dev.falcon.training.internal.framework.Matcher;
import dev.falcon.training.internal.tensor.Ops;
import dev.falcon.training.internal.tensor.Sequences;
import dev.falcon.training.internal.tensor.StepMemory;
import dev.falcon.training.internal.tensor.Torch;
import dev.falcon.training.internal.tensor.Weights;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** The Q-Former's judgement, the mean of the queries'. */
record Blip2Matcher(Blip2Network network, int queries) implements Matcher {
  @Override
  public float[] logits(
      Weights weights,
      NDArray imageStates,
      Sequences captions,
      NDArray captionStates,
      int[] imageOf,
      int[] captionOf) {
    return judged(
        weights, imageStates, captions, captionStates, imageOf, captionOf, logits -> logits);
  }

  @Override
  public float[] probabilities(
      Weights weights,
      NDArray imageStates,
      Sequences captions,
      NDArray captionStates,
      int[] imageOf,
      int[] captionOf) {
    return judged(
        weights,
        imageStates,
        captions,
        captionStates,
        imageOf,
        captionOf,
        logits -> logits.softmax(-1));
  }

  private float[] judged(
      Weights weights,
      NDArray imageStates,
      Sequences captions,
      NDArray captionStates,
      int[] imageOf,
      int[] captionOf,
      UnaryOperator<NDArray> reading) {
    int[] different = Arrays.stream(imageOf).distinct().toArray();
    int[] place = Arrays.stream(imageOf).map(image -> indexOf(different, image)).toArray();
    return StepMemory.within(
        imageStates.getManager(),
        manager -> {
          NDArray images = Ops.rows(imageStates, Torch.indices(manager, different));
          ImageMemory<NDArray> memory =
              network.qFormer().memory(weights, images).rows(Torch.indices(manager, place));
          Sequences.Choice choice = captions.choose(manager, captionOf);
          NDArray words = Ops.rows(captionStates, choice.tokens());
          NDArray logits = logits(weights, words, choice.sequences(), memory, 0);
          return reading.apply(logits).get(":,1").toFloatArray();
        });
  }

  private static int indexOf(int[] values, int wanted) {
    int i = 0;
    while (values[i] != wanted) {
      i++;
    }
    return i;
  }

  /**
   * Logits of (no match, match) [rows x 2].
   *
   * @param words embedded, caption by caption without padding [tokens x width]
   * @param images a row a caption
   */
  NDArray logits(
      Weights weights,
      NDArray words,
      Sequences captions,
      ImageMemory<NDArray> images,
      float dropout) {
    NDArray padded = captions.pad(weights, words);
    // Queries stand before the words, and are never padding.
    Optional<NDArray> mask =
        captions.mask().map(hidden -> hidden.getManager().zeros(shown(hidden)).concat(hidden, 3));
    return network.matchLogits(weights, padded, images, mask, dropout);
  }

  private Shape shown(NDArray hidden) {
    return new Shape(hidden.getShape().get(0), 1, 1, queries);
  }

  @Override
  public float score(float logit, float similarity) {
    return logit + similarity;
  }
}
