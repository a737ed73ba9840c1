package dev.falcon.training.config;

import dev.falcon.data.RequestException;
import java.util.List;

/**
 * What is trained on.
 *
 * @param train {@code scenes} for the generated world, else a dataset's path
 * @param held the pairs of the evaluation; {@code scenes} or a dataset's path
 * @param scenes the world's parameters, where {@code train} is {@code scenes}
 * @param mean subtracted from each channel of pixels in [0, 1]
 * @param deviation each channel is divided by it thereafter
 */
public record DataConfig(
    String train, String held, ScenesData scenes, List<Float> mean, List<Float> deviation) {

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
