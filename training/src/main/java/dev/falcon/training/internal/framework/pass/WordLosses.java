package dev.falcon.training.internal.framework.pass;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import dev.falcon.training.internal.framework.batch.BatchInputs;
import dev.falcon.training.internal.framework.batch.GenerativeInputs;
import dev.falcon.training.internal.framework.decision.Decision;
import dev.falcon.training.internal.framework.decision.ExtraSequence;
import dev.falcon.training.internal.framework.decision.TokenLosses;
import dev.falcon.training.internal.tensor.Sequences;
import dev.falcon.training.internal.tensor.engine.Ops;
import dev.falcon.training.internal.tensor.engine.Torch;
import java.util.List;
import java.util.Optional;

/**
 * The generative loss of a network that tells words of captions by what was made of a batch's
 * images, every told word of equal weight.
 *
 * @param pass of the network
 * @param smoothing how much of a told word's target is spread over all words
 */
public record WordLosses(WordPass pass, float smoothing) {
  /** Behind those of the pass itself, the next one for the own pairs' words, a teacher's two. */
  private static final int EXTRA_SEED = 4;

  /** A pass over captions of a batch. */
  @FunctionalInterface
  public interface WordPass {
    /**
     * Log-probabilities of all words where one is to be told [told words x vocabulary].
     *
     * @param imageOf the image of each caption, int64 [captions]; empty for the batch's own pairs
     * @param seed of what is dropped
     */
    NDArray of(Sequences captions, GenerativeInputs told, Optional<NDArray> imageOf, long seed);
  }

  /** The losses of the batch's own pairs; {@code dropout} is the seed of the framework's pass. */
  public TokenLosses own(BatchInputs batch, Decision decision, long dropout) {
    GenerativeInputs told = batch.told();
    if (told.empty()) {
      return new TokenLosses(null, told.rows(), Ops.scalar(batch.images().getManager(), 0));
    }
    // A seed of its own, so that a pass for these losses alone drops the same values.
    NDArray words = pass.of(batch.captions(), told, Optional.empty(), dropout + 1);
    NDArray losses = smoothed(words, decision.words(words, told.targets()));
    return new TokenLosses(losses, told.rows(), losses.mean());
  }

  /** The mean over all told words, those of further sequences included, 0-d. */
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
    GenerativeInputs told = GenerativeInputs.of(manager, sequences, batch.again().of(captions));
    if (told.empty()) {
      return own.mean();
    }
    // A pass of its own: what is dropped of the own pairs' words must not depend on these.
    NDArray words =
        pass.of(
            sequences, told, Optional.of(Torch.indices(manager, imageOf)), dropout + EXTRA_SEED);
    NDArray losses = smoothed(words, TokenLosses.of(words, told.targets()));
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
