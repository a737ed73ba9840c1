// SPDX-License-Identifier: Apache-2.0
package dev.falcon.downstream.config;

import com.fasterxml.jackson.annotation.JsonIgnore;
import dev.falcon.data.RequestException;
import dev.falcon.training.config.AugmentConfig;
import dev.falcon.training.config.Checks;
import dev.falcon.training.config.ScheduleConfig;
import dev.falcon.training.config.TrainConfig.CheckpointConfig;
import dev.falcon.training.config.TrainConfig.OptimiserConfig;
import java.util.List;

/**
 * Everything that decides the result of fine-tuning on questions or statements, key by key as in
 * the YAML. All other settings, such as the network's sizes, come from the checkpoint.
 *
 * @param seed the seed of every random choice
 * @param device {@code auto}, {@code cpu}, {@code cuda} or {@code cuda:N}
 * @param threads the number of the engine's threads on the CPU; 0 for one thread if the network is
 *     small, and otherwise one per processor
 * @param start the source of the weights
 * @param task the task
 * @param data training and evaluation data
 * @param model the changes to the network
 * @param distillation the distillation from a momentum network
 * @param optimiser the optimiser of the network
 * @param schedule the schedule of the network's learning rate
 * @param train the run's length
 * @param checkpoint when the run is saved
 * @param evaluation the measurements between epochs and at the end
 */
public record FinetuneConfig(
    long seed,
    String device,
    int threads,
    OriginConfig start,
    TaskConfig task,
    ExamplesConfig data,
    ChangeConfig model,
    DistillationConfig distillation,
    OptimiserConfig optimiser,
    ScheduleConfig schedule,
    LengthConfig train,
    CheckpointConfig checkpoint,
    EpochsConfig evaluation) {

  /**
   * Returns a copy with another configuration's device, threads and saving, which do not affect
   * results.
   */
  public FinetuneConfig withPaceOf(FinetuneConfig other) {
    ExamplesConfig examples =
        new ExamplesConfig(
            data.pairs,
            data.train,
            data.held,
            data.test,
            data.text,
            data.augment,
            other.data.workers,
            other.data.ahead);
    return new FinetuneConfig(
        seed,
        other.device,
        other.threads,
        start,
        task,
        examples,
        model,
        distillation,
        optimiser,
        schedule,
        train,
        other.checkpoint,
        evaluation);
  }

  /**
   * The source of the weights.
   *
   * @param checkpoint a checkpoint of {@code falcon train} or {@code falcon finetune}, or a run's
   *     folder, whose newest checkpoint is used
   */
  public record OriginConfig(String checkpoint) {
    public OriginConfig {
      if (checkpoint.isBlank()) {
        throw new RequestException(
            "start.checkpoint must name a checkpoint of falcon train, or a run's folder");
      }
    }
  }

  /**
   * Training and evaluation data.
   *
   * @param pairs a dataset of images with captions, for the tasks on pairs; empty for the
   *     checkpoint's own pairs
   * @param train the training files
   * @param held the files that are evaluated between epochs; empty for none
   * @param test further files that are evaluated; empty for none
   * @param text the truncation of texts
   * @param augment the augmentation of training pictures
   * @param workers the number of threads that decode pictures; 0 for one per core
   * @param ahead the maximum size in MiB of prepared pictures that wait for their step
   */
  public record ExamplesConfig(
      String pairs,
      FilesConfig train,
      FilesConfig held,
      FilesConfig test,
      CutConfig text,
      AugmentConfig augment,
      int workers,
      int ahead) {
    public ExamplesConfig {
      Checks.atLeast("data.workers", workers, 0);
      Checks.atLeast("data.ahead", ahead, 1);
    }

    /** Returns the number of threads that decode pictures. */
    @JsonIgnore
    public int workerThreads() {
      return workers > 0 ? workers : Runtime.getRuntime().availableProcessors();
    }
  }

  /**
   * Files of questions or statements.
   *
   * @param files the files, read in order; paths are relative to the working directory
   * @param imageRoot the root folder of the images that the files name
   */
  public record FilesConfig(List<String> files, String imageRoot) {
    public FilesConfig {
      files = List.copyOf(files);
    }

    /** Returns whether any file is named. */
    @JsonIgnore
    public boolean present() {
      return !files.isEmpty();
    }
  }

  /**
   * The truncation of texts.
   *
   * @param maxWords the maximum number of words of a question in training, or of any statement
   * @param maxTokens the maximum number of tokens in training, including the first token
   * @param heldWords maximum number of words in the evaluation
   * @param heldTokens maximum number of tokens in the evaluation
   */
  public record CutConfig(int maxWords, int maxTokens, int heldWords, int heldTokens) {
    public CutConfig {
      Checks.atLeast("data.text.max_words", maxWords, 1);
      Checks.atLeast("data.text.max_tokens", maxTokens, 2);
      Checks.atLeast("data.text.held_words", heldWords, 1);
      Checks.atLeast("data.text.held_tokens", heldTokens, 2);
    }
  }

  /**
   * The changes to the checkpoint's network.
   *
   * @param imageSize the side of the square image in pixels, to which learned positions are
   *     interpolated; 0 for the checkpoint's
   */
  public record ChangeConfig(int imageSize) {
    public ChangeConfig {
      Checks.atLeast("model.image_size", imageSize, 0);
    }
  }

  /**
   * The distillation (Li et al., 2021, section 3.3).
   *
   * @param weight alpha, the weight of the momentum network's predictions, which grows linearly
   *     from 0 in the first epoch
   * @param decay the decay of the momentum network's weights per step
   */
  public record DistillationConfig(float weight, float decay) {
    public DistillationConfig {
      Checks.inRange("distillation.weight", weight, 0, 1);
      Checks.inRange("distillation.decay", decay, 0, 1);
    }
  }

  /**
   * The run's length.
   *
   * @param epochs the number of passes over the examples
   * @param batchSize the number of examples per step
   */
  public record LengthConfig(int epochs, int batchSize) {
    public LengthConfig {
      Checks.atLeast("train.epochs", epochs, 1);
      Checks.atLeast("train.batch_size", batchSize, 1);
    }
  }

  /**
   * The evaluation on the held-out examples.
   *
   * @param everyEpochs number of epochs between evaluations; 0 for the end only
   * @param chosen the epoch whose predictions are kept: the best one on {@code data.held}, or the
   *     last
   */
  public record EpochsConfig(int everyEpochs, Chosen chosen) {
    public EpochsConfig {
      Checks.atLeast("evaluation.every_epochs", everyEpochs, 0);
    }

    /** Which epoch is selected. */
    public enum Chosen {
      /**
       * The epoch with the highest accuracy on the held-out examples; the first if several are
       * equal.
       */
      BEST,
      /** The last epoch. */
      LAST
    }
  }
}
