package dev.falcon.training.config.data;

import dev.falcon.data.RequestException;
import dev.falcon.training.config.internal.Checks;
import java.util.List;

/**
 * What is trained on.
 *
 * @param train the pairs that are trained on
 * @param held the pairs of the evaluation
 * @param scenes the world's parameters, where both are {@code scenes}
 * @param text how captions become tokens
 * @param augment what is done to training pictures
 * @param mean subtracted from each channel of pixels in [0, 1]
 * @param deviation each channel is divided by it thereafter
 * @param workers threads that decode pictures; 0 for one a core
 * @param ahead how many MiB of prepared pictures may wait for their step
 */
public record DataConfig(
    DatasetConfig train,
    DatasetConfig held,
    ScenesData scenes,
    TextConfig text,
    AugmentConfig augment,
    List<Float> mean,
    List<Float> deviation,
    int workers,
    int ahead) {

  public DataConfig {
    mean = List.copyOf(mean);
    deviation = List.copyOf(deviation);
    if (mean.size() != 3 || deviation.size() != 3 || deviation.stream().anyMatch(d -> d <= 0)) {
      throw new RequestException(
          "data.mean and data.deviation must be three numbers each, the latter above 0; mean="
              + mean
              + ", deviation="
              + deviation);
    }
    if (train.generated() != held.generated()) {
      throw new RequestException(
          "data.train and data.held must both be scenes or both be datasets; train="
              + train.dataset()
              + ", held="
              + held.dataset());
    }
    Checks.atLeast("data.workers", workers, 0);
    Checks.atLeast("data.ahead", ahead, 1);
  }

  /** How many threads decode pictures. */
  public int workerThreads() {
    return workers > 0 ? workers : Runtime.getRuntime().availableProcessors();
  }

  /** The same with another's workers and waiting pictures, which change no result. */
  public DataConfig withPaceOf(DataConfig other) {
    return new DataConfig(
        train, held, scenes, text, augment, mean, deviation, other.workers, other.ahead);
  }

  /**
   * The generated world.
   *
   * @param preset its difficulty: easy, standard or hard
   * @param seed of the world, apart from the run's
   * @param pairs training pairs, one caption an image
   * @param heldImages images of the evaluation
   * @param heldCaptions captions of each
   */
  public record ScenesData(String preset, long seed, int pairs, int heldImages, int heldCaptions) {
    public ScenesData {
      Checks.atLeast("data.scenes.pairs", pairs, 2);
      Checks.atLeast("data.scenes.held_images", heldImages, 2);
      Checks.atLeast("data.scenes.held_captions", heldCaptions, 1);
    }
  }
}
