// SPDX-License-Identifier: Apache-2.0
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
 * @param scenes the world's parameters, if both are {@code scenes}
 * @param text the tokenisation of captions
 * @param augment the augmentation of training pictures
 * @param resample how pictures are resized to the network's square, in training and evaluation
 * @param mean the value subtracted from each channel of pixels in [0, 1] // [3]
 * @param deviation the divisor of each channel after the subtraction // [3]
 * @param workers the number of threads that decode pictures; 0 for one per core
 * @param ahead the maximum size in MiB of prepared pictures that wait for their step
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

  /** Returns the number of threads that decode pictures. */
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

  /** The filters of Pillow with which published networks were trained; both are antialiased. */
  public enum Resample {
    /** Bilinear (triangle), as in SigLIP-2. */
    @JsonProperty("bilinear")
    BILINEAR(ResampleFilter.BILINEAR),
    /** Keys' cubic with a = -0.5, as in ALBEF and BLIP-2. */
    @JsonProperty("bicubic")
    BICUBIC(ResampleFilter.BICUBIC);

    private final ResampleFilter filter;

    Resample(ResampleFilter filter) {
      this.filter = filter;
    }

    /** Returns the filter of the resize. */
    public ResampleFilter filter() {
      return filter;
    }
  }

  /**
   * The generated world.
   *
   * @param preset the world's difficulty: easy, standard or hard
   * @param seed the seed of the world, independent of the run's seed
   * @param pairs the number of training pairs, with one caption per image
   * @param heldImages number of images in the evaluation
   * @param heldCaptions the number of captions per image in the evaluation
   */
  public record ScenesData(String preset, long seed, int pairs, int heldImages, int heldCaptions) {
    public ScenesData {
      Checks.atLeast("data.scenes.pairs", pairs, 2);
      Checks.atLeast("data.scenes.held_images", heldImages, 2);
      Checks.atLeast("data.scenes.held_captions", heldCaptions, 1);
    }
  }
}
