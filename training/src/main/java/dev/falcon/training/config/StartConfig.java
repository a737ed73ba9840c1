package dev.falcon.training.config;

import dev.falcon.training.config.internal.Checks;

/**
 * Where the weights come from.
 *
 * @param checkpoint a checkpoint of Falcon's, or a run's folder, all of whose weights are taken,
 *     with positions interpolated to the pictures' size; empty for none. The encoders' keys then
 *     say {@code random}
 * @param imageEncoder {@code supervised} for a warm start on labelled scenes or images (the
 *     stand-in for DeiT's weights), {@code random}, or a safetensors file with ViT's or Falcon's
 *     names
 * @param textEncoder {@code random}, or a safetensors file with BERT's or Falcon's names
 * @param supervised the warm start
 */
public record StartConfig(
    String checkpoint, String imageEncoder, String textEncoder, SupervisedConfig supervised) {
  /** The value of {@code imageEncoder} that asks for the warm start. */
  public static final String SUPERVISED = "supervised";

  /** The value that asks for nothing. */
  public static final String RANDOM = "random";

  /**
   * The warm start. On scenes every patch is told its object's shape, colour and size, the class
   * token which kinds of objects there are; on labelled images the class token is told the class.
   *
   * @param dataset labelled images to learn to see with, each of which has a label or lies in a
   *     folder that is called by its class; empty for scenes that no pair shows
   * @param imageRoot where its image files lie, where the dataset is a table; else beside it
   * @param images how many, drawn where the dataset has more
   * @param steps of the optimiser
   * @param batchSize images a step
   * @param learningRate the highest; a linear warm-up, then a cosine to a tenth
   * @param warmUp steps of the warm-up
   */
  public record SupervisedConfig(
      String dataset,
      String imageRoot,
      int images,
      int steps,
      int batchSize,
      double learningRate,
      int warmUp) {
    public SupervisedConfig {
      Checks.atLeast("start.supervised.images", images, 1);
      Checks.atLeast("start.supervised.steps", steps, 1);
      Checks.atLeast("start.supervised.batch_size", batchSize, 1);
      Checks.inRange("start.supervised.learning_rate", learningRate, 0, 1);
      Checks.atLeast("start.supervised.warm_up", warmUp, 0);
    }
  }
}
