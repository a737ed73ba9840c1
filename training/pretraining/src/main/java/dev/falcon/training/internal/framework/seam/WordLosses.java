// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.framework.seam;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import dev.falcon.training.internal.framework.seam.ObjectiveTargets.ExtraSequence;
import dev.falcon.training.internal.tensor.Ops;
import dev.falcon.training.internal.tensor.Sequences;
import dev.falcon.training.internal.tensor.Torch;
import java.util.List;
import java.util.Optional;

/**
 * The generative loss of a network that predicts caption tokens from a batch's image states; all
 * predicted tokens have equal weight.
 *
 * @param pass the pass of the network
 * @param smoothing the weight of label smoothing, in [0, 1]
 */
public record WordLosses(WordPass pass, float smoothing) {
  /**
   * The offset of the seed for further captions. It follows the seed of the pass itself, the next
   * one for the tokens of the own pairs, and two for a teacher.
   */
  private static final int EXTRA_SEED = 4;

  /** A pass over the captions of a batch. */
  @FunctionalInterface
  public interface WordPass {
    /**
     * Returns the log-probabilities of the vocabulary at predicted tokens.
     *
     * @param imageOf the image of each caption, int64 [captions]; empty for the batch's own pairs
     * @param seed the seed of dropout
     */
    NDArray of(
        Sequences captions, GenerativeInputs predicted, Optional<NDArray> imageOf, long seed);
  }

  /**
   * Returns the losses of the batch's own pairs, where {@code dropout} is the seed of the
   * framework's pass.
   */
  public TokenLosses own(BatchInputs batch, ObjectiveTargets decision, long dropout) {
    GenerativeInputs predicted = batch.predicted();
    if (predicted.empty()) {
      return new TokenLosses(null, predicted.rows(), Ops.scalar(batch.images().getManager(), 0));
    }
    // A separate seed, so that a pass that computes only these losses drops the same values.
    NDArray words = pass.of(batch.captions(), predicted, Optional.empty(), dropout + 1);
    NDArray losses = smoothed(words, decision.words(words, predicted.targets()));
    return new TokenLosses(losses, predicted.rows(), losses.mean());
  }

  /** Returns the mean over all predicted tokens, including those of further sequences, 0-d. */
  public NDArray withExtra(
      TokenLosses own, BatchInputs batch, List<ExtraSequence> extra, long dropout) {
    if (extra.isEmpty()) {
      return own.mean();
    }
    NDManager manager = batch.images().getManager();
    int[] captionOf = extra.stream().mapToInt(ExtraSequence::caption).toArray();
    int[] imageOf = extra.stream().mapToInt(ExtraSequence::image).toArray();
    long[][] captions = new long[captionOf.length][];
    for (int i = 0; i < captions.length; i++) {
      captions[i] = batch.padded()[captionOf[i]];
    }
    Sequences sequences = batch.captions().choose(manager, captionOf).sequences();
    GenerativeInputs predicted =
        GenerativeInputs.of(manager, sequences, batch.again().of(captions));
    if (predicted.empty()) {
      return own.mean();
    }
    // A separate pass, since the dropout of the own pairs' tokens must not depend on these
    // captions.
    NDArray words =
        pass.of(
            sequences,
            predicted,
            Optional.of(Torch.indices(manager, imageOf)),
            dropout + EXTRA_SEED);
    NDArray losses = smoothed(words, TokenLosses.of(words, predicted.targets()));
    return own.perToken() == null ? losses.mean() : own.perToken().concat(losses, 0).mean();
  }

  private NDArray smoothed(NDArray logProbabilities, NDArray losses) {
    if (smoothing == 0) {
      return losses;
    }
    NDArray even = logProbabilities.mean(new int[] {1});
    return Ops.scale(losses, 1 - smoothing).sub(Ops.scale(even, smoothing));
  }
}
