package dev.falcon.training.config;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.falcon.data.RequestException;
import dev.falcon.data.image.ResampleFilter;
import java.util.List;

/**
 * Training and evaluation data.
 *
 * @param train the training pairs
 * @param held the pairs of the evaluation
 * @param scenes the world's parameters, where both are {@code scenes}
 * @param text tokenisation of captions
 * @param augment augmentation of training pictures
 * @param resample how pictures are resized to the network's square, in training and evaluation
 * @param mean subtracted from each channel of pixels in [0, 1]
 * @param deviation divisor of each channel after the subtraction
 * @param workers threads that decode pictures; 0 for one per core
 * @param ahead MiB of prepared pictures that may wait for their step
 */
public record DataConfig(
    DatasetConfig train,
    DatasetConfig held,
    ScenesData scenes,
    TextConfig text,
    AugmentConfig augment,
    Resample resample,
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

  /** Number of threads that decode pictures. */
  public int workerThreads() {
    return workers > 0 ? workers : Runtime.getRuntime().availableProcessors();
  }

  /**
   * Returns a copy with another configuration's workers and read-ahead, which do not affect
   * results.
   */
  public DataConfig withPaceOf(DataConfig other) {
    return new DataConfig(
        train, held, scenes, text, augment, resample, mean, deviation, other.workers, other.ahead);
  }

  /** Returns a copy with another configuration's filter. */
  public DataConfig withResampleOf(DataConfig other) {
    return new DataConfig(
        train, held, scenes, text, augment, other.resample, mean, deviation, workers, ahead);
  }

  /** Pillow's filters with which published networks are trained; both are antialiased. */
  public enum Resample {
    /** Bilinear (triangle): SigLIP-2's. */
    @JsonProperty("bilinear")
    BILINEAR(ResampleFilter.BILINEAR),
    /** Keys' cubic with a = -0.5: ALBEF's and BLIP-2's. */
    @JsonProperty("bicubic")
    BICUBIC(ResampleFilter.BICUBIC);

    private final ResampleFilter filter;

    Resample(ResampleFilter filter) {
      this.filter = filter;
    }

    /** The filter of the resize. */
    public ResampleFilter filter() {
      return filter;
    }
  }

  /**
   * The generated world.
   *
   * @param preset its difficulty: easy, standard or hard
   * @param seed of the world, apart from the run's
   * @param pairs training pairs, one caption per image
   * @param heldImages number of images in the evaluation
   * @param heldCaptions number of captions of each
   */
  public record ScenesData(String preset, long seed, int pairs, int heldImages, int heldCaptions) {
    public ScenesData {
      Checks.atLeast("data.scenes.pairs", pairs, 2);
      Checks.atLeast("data.scenes.held_images", heldImages, 2);
      Checks.atLeast("data.scenes.held_captions", heldCaptions, 1);
    }
  }
}
