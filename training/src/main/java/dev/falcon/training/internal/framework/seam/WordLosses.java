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
 * The generative loss of a network that predicts caption tokens from a batch's image states, every
 * predicted token of equal weight.
 *
 * @param pass of the network
 * @param smoothing label smoothing
 */
public record WordLosses(WordPass pass, float smoothing) {
  /**
   * Offset of seeds after those of the pass itself, the next one for the own pairs' tokens, and a
   * teacher's two.
   */
  private static final int EXTRA_SEED = 4;

  /** A pass over captions of a batch. */
  @FunctionalInterface
  public interface WordPass {
    /**
     * Log-probabilities of the vocabulary at predicted tokens.
     *
     * @param imageOf the image of each caption, int64 [captions]; empty for the batch's own pairs
     * @param seed of dropout
     */
    NDArray of(
        Sequences captions, GenerativeInputs predicted, Optional<NDArray> imageOf, long seed);
  }

  /** The losses of the batch's own pairs; {@code dropout} is the seed of the framework's pass. */
  public TokenLosses own(BatchInputs batch, ObjectiveTargets decision, long dropout) {
    GenerativeInputs predicted = batch.predicted();
    if (predicted.empty()) {
      return new TokenLosses(null, predicted.rows(), Ops.scalar(batch.images().getManager(), 0));
    }
    // A seed of its own, so that a pass for these losses alone drops the same values.
    NDArray words = pass.of(batch.captions(), predicted, Optional.empty(), dropout + 1);
    NDArray losses = smoothed(words, decision.words(words, predicted.targets()));
    return new TokenLosses(losses, predicted.rows(), losses.mean());
  }

  /** The mean over all predicted tokens, including those of further sequences, 0-d. */
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
    // A separate pass: dropout of the own pairs' tokens must not depend on these.
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
