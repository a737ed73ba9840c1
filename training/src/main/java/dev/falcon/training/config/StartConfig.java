package dev.falcon.training.config;

/**
 * Source of the initial weights.
 *
 * @param checkpoint a Falcon checkpoint or a run's folder that supplies all weights, with positions
 *     interpolated to the pictures' size; empty for none. The encoders' keys must then be {@code
 *     random}
 * @param imageEncoder {@code supervised} for a warm start on labelled scenes or images (in place of
 *     DeiT's weights), {@code random}, or a safetensors file with ViT's or Falcon's names; empty
 *     where the weights of a frozen encoder must be named before a run
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
   * @param dataset labelled images, each with a label or in a folder named after its class; empty
   *     for scenes that are not among the pairs
   * @param imageRoot folder of its image files, where the dataset is a table; beside it if empty
   * @param images number of images, drawn where the dataset has more
   * @param steps of the optimiser
   * @param batchSize images per step
   * @param learningRate the highest rate; a linear warm-up, then a cosine to a tenth
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
