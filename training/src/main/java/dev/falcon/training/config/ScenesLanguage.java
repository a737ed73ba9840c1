package dev.falcon.training.config;

import dev.falcon.training.config.internal.Checks;

/**
 * A small OPT, and how it reads captions before it is shown an image.
 *
 * @param width of a token
 * @param heads of attention
 * @param layers of the model
 * @param feedForward width within a layer
 * @param places the most tokens that it reads, those of an image counted
 * @param texts how many it reads, each of a scene that no pair shows
 * @param captions of a text, all true of its scene: later ones can be told from those before
 * @param steps of the optimiser
 * @param batchSize texts a step
 * @param learningRate the highest; a linear warm-up, then a cosine to a tenth
 * @param warmUp steps of the warm-up
 */
public record ScenesLanguage(
    int width,
    int heads,
    int layers,
    int feedForward,
    int places,
    int texts,
    int captions,
    int steps,
    int batchSize,
    double learningRate,
    int warmUp) {
  public ScenesLanguage {
    Checks.atLeast("task.scenes.width", width, 1);
    Checks.atLeast("task.scenes.heads", heads, 1);
    Checks.atLeast("task.scenes.layers", layers, 1);
    Checks.atLeast("task.scenes.feed_forward", feedForward, 1);
    Checks.atLeast("task.scenes.places", places, 32);
    Checks.atLeast("task.scenes.texts", texts, 1);
    Checks.atLeast("task.scenes.captions", captions, 1);
    Checks.atLeast("task.scenes.steps", steps, 1);
    Checks.atLeast("task.scenes.batch_size", batchSize, 1);
    Checks.inRange("task.scenes.learning_rate", learningRate, 0, 1);
    Checks.atLeast("task.scenes.warm_up", warmUp, 0);
  }

  /** Minutes on a CPU. */
  public ScenesLanguage() {
    this(64, 4, 2, 256, 64, 12000, 4, 1500, 64, 0.002, 50);
  }
}
