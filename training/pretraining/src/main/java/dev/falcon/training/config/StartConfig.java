// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.config;

/**
 * The source of the initial weights.
 *
 * @param checkpoint a Falcon checkpoint or a run's folder that supplies all weights, with positions
 *     interpolated to the pictures' size; empty for none. If it is given, the encoders' keys must
 *     be {@code random}
 * @param imageEncoder {@code supervised} for a warm start on labelled scenes or images (in place of
 *     DeiT's weights), {@code random}, or a safetensors file with ViT's or Falcon's names. Empty in
 *     presets with a frozen encoder, whose weights must be named before a run
 * @param textEncoder {@code random}, or a safetensors file with BERT's or Falcon's names
 * @param supervised the warm start
 */
public record StartConfig(
    String checkpoint, String imageEncoder, String textEncoder, SupervisedConfig supervised) {
  /** The value of {@code imageEncoder} for the warm start. */
  public static final String SUPERVISED = "supervised";

  /** The value for random weights. */
  public static final String RANDOM = "random";

  /**
   * The warm start: a supervised pretraining. On scenes every patch is trained to predict its
   * object's shape, colour and size, and the class token the kinds of objects in the image; on
   * labelled images the class token predicts the class.
   *
   * @param dataset a dataset of labelled images, each with a label or in a folder named after its
   *     class; empty for scenes that are not among the pairs
   * @param imageRoot the root folder of the image files, if the dataset is a table; if empty, the
   *     table's folder
   * @param images the number of images; drawn at random if the dataset has more
   * @param steps the number of steps of the optimiser
   * @param batchSize the number of images per step
   * @param learningRate the highest rate; a linear warm-up leads to it, and a cosine then decays it
   *     to a tenth
   * @param warmUp the number of steps of the warm-up
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
