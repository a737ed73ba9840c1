package dev.falcon.training.internal.framework.albef;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import dev.falcon.training.internal.framework.Matcher;
import dev.falcon.training.internal.model.Albef;
import dev.falcon.training.internal.tensor.Ops;
import dev.falcon.training.internal.tensor.Sequences;
import dev.falcon.training.internal.tensor.StepMemory;
import dev.falcon.training.internal.tensor.Torch;
import dev.falcon.training.internal.tensor.Weights;
import java.util.Arrays;
import java.util.function.UnaryOperator;

/** The fusion encoder's judgement at a caption's first token. */
record AlbefMatcher(Albef network) implements Matcher {
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
    int[] place = new int[imageOf.length];
    int[] chosen = imageOf.clone();
    int images = 1;
    for (int i = 1; i < imageOf.length; i++) {
      if (imageOf[i] != imageOf[i - 1]) {
        chosen[images++] = imageOf[i];
      }
      place[i] = images - 1;
    }
    int[] neighbours = Arrays.copyOf(chosen, images);
    return StepMemory.within(
        imageStates.getManager(),
        manager -> {
          Sequences.Choice choice = captions.choose(manager, captionOf);
          NDArray fused =
              network
                  .fusion()
                  .first(
                      weights,
                      Ops.rows(captionStates, choice.tokens()),
                      choice.sequences(),
                      network
                          .fusion()
                          .memory(weights, rows(manager, imageStates, neighbours))
                          .rows(Torch.indices(manager, place)),
                      0);
          return reading.apply(network.matchLogits(weights, fused)).get(":,1").toFloatArray();
        });
  }

  private static NDArray rows(NDManager manager, NDArray states, int[] chosen) {
    return Ops.rows(states, Torch.indices(manager, chosen));
  }

  @Override
  public float score(float logit, float similarity) {
    return logit;
  }
}
