package dev.falcon.training.config;

import com.fasterxml.jackson.annotation.JsonIgnore;
import dev.falcon.data.RequestException;
import dev.falcon.training.config.TrainConfig.CheckpointConfig;
import dev.falcon.training.config.TrainConfig.OptimiserConfig;
import dev.falcon.training.config.data.AugmentConfig;
import dev.falcon.training.config.internal.Checks;
import java.util.List;

/**
 * Everything that decides the result of fine-tuning on questions or statements, key by key as in
 * the YAML. What is not here, such as the network's sizes, is the checkpoint's.
 *
 * @param seed of every random choice
 * @param device {@code auto}, {@code cpu}, {@code cuda} or {@code cuda:N}
 * @param threads the engine's threads on the CPU; 0 leaves the choice to the engine
 * @param start where the weights come from
 * @param task what is learned
 * @param data what it is learned from
 * @param model what is changed of the network
 * @param distillation towards a second network that follows the first
 * @param optimiser of the network
 * @param schedule of the network's learning rate
 * @param train the run's length
 * @param checkpoint when the run is saved
 * @param evaluation what is measured between epochs and at the end
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

  /** The same with another's device, threads and saving, which change no result. */
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
   * Where the weights come from.
   *
   * @param checkpoint a checkpoint of {@code falcon train} or {@code falcon finetune}, or a run's
   *     folder, of which the newest is taken
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
   * What is learned from.
   *
   * @param pairs a dataset of images with captions, for the task {@code assignment} alone; empty
   *     for the one that the checkpoint was trained on
   * @param train what is trained on
   * @param held what is measured between epochs; no files for none
   * @param test what is measured besides; no files for none
   * @param text how texts are cut
   * @param augment what is done to training pictures
   * @param workers threads that decode pictures; 0 for one a core
   * @param ahead how many MiB of prepared pictures may wait for their step
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

    /** How many threads decode pictures. */
    @JsonIgnore
    public int workerThreads() {
      return workers > 0 ? workers : Runtime.getRuntime().availableProcessors();
    }
  }

  /**
   * Files of questions or statements.
   *
   * @param files read one after another; paths are relative to the working directory
   * @param imageRoot the folder below which the images lie that the files name
   */
  public record FilesConfig(List<String> files, String imageRoot) {
    public FilesConfig {
      files = List.copyOf(files);
    }

    /** Whether there is anything. */
    @JsonIgnore
    public boolean present() {
      return !files.isEmpty();
    }
  }

  /**
   * How texts are cut.
   *
   * @param maxWords the most words of a question in training, or of any statement
   * @param maxTokens the most tokens of one in training, the first one included
   * @param heldWords the same in the evaluation
   * @param heldTokens the same in the evaluation
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
   * What is changed of the checkpoint's network.
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
   * Distillation (Li et al., 2021, section 3.3).
   *
   * @param weight of what the second network believes, alpha; it climbs from 0 in the first epoch
   * @param decay how much of its weights the second network keeps in a step
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
   * @param epochs passes over the examples
   * @param batchSize examples a step
   */
  public record LengthConfig(int epochs, int batchSize) {
    public LengthConfig {
      Checks.atLeast("train.epochs", epochs, 1);
      Checks.atLeast("train.batch_size", batchSize, 1);
    }
  }

  /**
   * When the held-out examples are looked at.
   *
   * @param everyEpochs 0 for the end only
   * @param chosen which epoch's predictions are kept: those of the best one on {@code data.held},
   *     or of the last
   */
  public record EpochsConfig(int everyEpochs, Chosen chosen) {
    public EpochsConfig {
      Checks.atLeast("evaluation.every_epochs", everyEpochs, 0);
    }

    /** Which epoch counts. */
    public enum Chosen {
      /** The one of the highest accuracy on the held-out examples; of equal ones the first. */
      BEST,
      /** The last. */
      LAST
    }
  }
}
