// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.framework.seam;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import dev.falcon.onnx.network.block.ImageMemory;
import dev.falcon.training.internal.framework.seam.ObjectiveTargets.LabelledPair;
import dev.falcon.training.internal.tensor.Ops;
import dev.falcon.training.internal.tensor.Sequences;
import dev.falcon.training.internal.tensor.Torch;
import dev.falcon.training.internal.tensor.Weights;
import java.util.List;

/**
 * The loss of image-text matching: cross-entropy over all pairs of the targets.
 *
 * @param pass the pass of the network
 * @param batch the batch of the pairs
 * @param images the batch's image states, to which captions attend
 * @param tokens the states of the tokens of the batch's captions, as encoded by the network,
 *     without padding
 */
public record MatchingLoss(
    MatchingPass pass, BatchInputs batch, ImageMemory<NDArray> images, NDArray tokens) {
  /** A pass over captions, each with its image. */
  @FunctionalInterface
  public interface MatchingPass {
    /** Returns the logits of (no match, match) [captions x 2]. */
    NDArray logits(
        Weights weights, NDArray tokens, Sequences captions, ImageMemory<NDArray> images);
  }

  /** Returns the loss of these pairs, 0-d. */
  public NDArray of(Weights weights, List<LabelledPair> pairs) {
    NDArray logits =
        weights.inParts(pairs.size(), (from, to) -> judged(weights, pairs.subList(from, to)));
    long[] labels = pairs.stream().mapToLong(pair -> pair.match() ? 1 : 0).toArray();
    return Ops.crossEntropy(logits, Torch.indices(batch.images().getManager(), labels));
  }

  private NDArray judged(Weights weights, List<LabelledPair> pairs) {
    NDManager manager = batch.images().getManager();
    int[] captionOf = pairs.stream().mapToInt(LabelledPair::caption).toArray();
    int[] imageOf = pairs.stream().mapToInt(LabelledPair::image).toArray();
    Sequences.Choice captions = batch.captions().choose(manager, captionOf);
    return pass.logits(
        weights,
        Ops.rows(tokens, captions.tokens()),
        captions.sequences(),
        images.rows(Torch.indices(manager, imageOf)));
  }
}
