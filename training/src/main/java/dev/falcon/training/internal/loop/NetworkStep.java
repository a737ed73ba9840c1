package dev.falcon.training.internal.loop;

import ai.djl.ndarray.NDArray;
import dev.falcon.data.RandomStream;
import dev.falcon.training.config.ObjectiveConfig.NegativeChoice;
import dev.falcon.training.internal.loss.BatchInputs;
import dev.falcon.training.internal.loss.Momentum;
import dev.falcon.training.internal.loss.Negatives;
import dev.falcon.training.internal.loss.Objective;
import dev.falcon.training.internal.loss.Targets;
import dev.falcon.training.internal.model.Albef;
import dev.falcon.training.internal.tensor.AdamW;
import dev.falcon.training.internal.tensor.Parameters;
import dev.falcon.training.internal.tensor.StepMemory;
import dev.falcon.training.internal.tensor.Torch;
import dev.falcon.training.internal.tensor.Weights;

/**
 * One step of the network on one batch.
 *
 * @param momentum where the losses' targets come from; null for the batch itself
 */
record NetworkStep(
    Torch torch,
    Albef network,
    Parameters parameters,
    AdamW optimiser,
    Objective objective,
    NegativeChoice negatives,
    Momentum momentum,
    long seed) {

  /**
   * Forward, backward, and the optimiser. Where a loss or a gradient is no number, the weights stay
   * as they were, and the result says so.
   *
   * @param dropout the seed of what is dropped
   */
  StepResult take(
      BatchInputs batch, double learningRate, long step, long dropout, Stopwatch watch) {
    network.clampTemperature(parameters);
    Gathered gathered = new Gathered();
    StepMemory.within(
        torch.manager(),
        manager ->
            torch.differentiate(
                () -> {
                  Weights weights = parameters.weights();
                  float temperature = weights.get(Albef.TEMPERATURE).stopGradient().getFloat();
                  Objective.Losses losses =
                      losses(
                          weights, batch, choice(batch.rows(), temperature, step), step, dropout);
                  gathered.take(losses, temperature);
                  return losses.total();
                }));
    watch.lap(Stopwatch.Stage.FORWARD_BACKWARD);
    double norm = optimiser.step(learningRate);
    watch.lap(Stopwatch.Stage.OPTIMISER);
    return gathered.result(batch, norm);
  }

  private Objective.Losses losses(
      Weights weights, BatchInputs batch, Negatives.Choice choice, long step, long dropout) {
    if (momentum == null) {
      return objective.losses(weights, batch, choice, dropout);
    }
    // The network's own pass draws from this seed and the next one.
    Targets targets = momentum.targets(parameters, batch, choice, step, dropout + 2);
    return objective.losses(weights, batch, targets, dropout);
  }

  private Negatives.Choice choice(int rows, float temperature, long step) {
    return (forTexts, forImages) ->
        negatives == NegativeChoice.HARDEST
            ? Negatives.hardest(forTexts, forImages, rows)
            : Negatives.drawn(
                forTexts, forImages, rows, temperature, RandomStream.of(seed, "negatives", step));
  }

  /** Numbers that outlive the step's native memory. */
  private static final class Gathered {
    private float contrastive;
    private float matching;
    private float words;
    private float[] wordLosses = new float[0];
    private float temperature;
    private float[] images;
    private float[] texts;
    private Negatives negatives;

    private void take(Objective.Losses losses, float currentTemperature) {
      contrastive = losses.contrastive().stopGradient().getFloat();
      matching = losses.matching().stopGradient().getFloat();
      words = losses.words().stopGradient().getFloat();
      NDArray perWord = losses.wordLosses();
      if (perWord != null) {
        wordLosses = perWord.stopGradient().toFloatArray();
      }
      temperature = currentTemperature;
      images = losses.imageVectors().stopGradient().toFloatArray();
      texts = losses.textVectors().stopGradient().toFloatArray();
      negatives = losses.negatives();
    }

    private StepResult result(BatchInputs batch, double norm) {
      int length = batch.hidden().tokens()[0].length;
      int[] hiddenRows = batch.hidden().positions().clone();
      for (int i = 0; i < hiddenRows.length; i++) {
        hiddenRows[i] /= length;
      }
      return new StepResult(
          contrastive,
          matching,
          words,
          wordLosses,
          hiddenRows,
          norm,
          temperature,
          images,
          texts,
          negatives);
    }
  }
}
