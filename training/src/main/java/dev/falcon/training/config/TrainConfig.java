package dev.falcon.training.config;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.falcon.data.RequestException;
import dev.falcon.training.config.data.DataConfig;
import dev.falcon.training.config.data.TextConfig;
import dev.falcon.training.config.internal.Checks;
import dev.falcon.training.config.method.MethodConfig;
import dev.falcon.training.config.method.ObjectiveConfig;
import dev.falcon.training.config.method.SchedulerConfig;

/**
 * Everything that decides a run's result, key by key as in the YAML.
 *
 * @param seed of every random choice but the data's own
 * @param device {@code auto}, {@code cpu}, {@code cuda} or {@code cuda:N}
 * @param threads the engine's threads on the CPU; 0 leaves the choice to the engine
 * @param data what is trained on
 * @param model the network's shape
 * @param start where the weights come from
 * @param objective the losses
 * @param method how batches are composed
 * @param scheduler FALCON's policy; without effect for other methods
 * @param optimiser of the network
 * @param schedule of the network's learning rate
 * @param train the run's length
 * @param checkpoint when the run is saved
 * @param evaluation what is measured between epochs and at the end
 */
public record TrainConfig(
    long seed,
    String device,
    int threads,
    DataConfig data,
    ModelConfig model,
    StartConfig start,
    ObjectiveConfig objective,
    MethodConfig method,
    SchedulerConfig scheduler,
    OptimiserConfig optimiser,
    ScheduleConfig schedule,
    RunConfig train,
    CheckpointConfig checkpoint,
    EvaluationConfig evaluation) {

  public TrainConfig {
    TextConfig text = data.text();
    if (Math.max(text.maxTokens(), text.heldTokens()) > model.maxTokens()) {
      throw new RequestException(
          "data.text.max_tokens and data.text.held_tokens must not exceed model.max_tokens; they"
              + " are "
              + text.maxTokens()
              + ", "
              + text.heldTokens()
              + " and "
              + model.maxTokens());
    }
    if (start.imageEncoder().equals(StartConfig.SUPERVISED)
        && !data.train().generated()
        && start.supervised().dataset().isEmpty()) {
      throw new RequestException(
          "start.image_encoder: supervised needs labelled scenes, so data.train must be scenes, or"
              + " labelled images: start.supervised.dataset");
    }
  }

  /** The same with other data, for weights that are there: nothing is learned before the run. */
  public TrainConfig withDataAlone(DataConfig other) {
    StartConfig none =
        new StartConfig("", StartConfig.RANDOM, StartConfig.RANDOM, start.supervised());
    return with(other, model, none);
  }

  /** The same with another network. */
  public TrainConfig withModel(ModelConfig other) {
    return with(data, other, start);
  }

  private TrainConfig with(DataConfig otherData, ModelConfig otherModel, StartConfig otherStart) {
    return new TrainConfig(
        seed,
        device,
        threads,
        otherData,
        otherModel,
        otherStart,
        objective,
        method,
        scheduler,
        optimiser,
        schedule,
        train,
        checkpoint,
        evaluation);
  }

  /**
   * AdamW.
   *
   * @param beta1 of the mean
   * @param beta2 of the variance
   * @param epsilon beside the root
   * @param weightDecay decoupled; not applied to biases and normalisations
   * @param clip the largest global norm of the gradient; 0 for none
   * @param decoderRate how many times the schedule's rate SigLIP-2's decoder has, which begins anew
   *     where the towers do not; 1 for other frameworks
   */
  public record OptimiserConfig(
      double beta1,
      double beta2,
      double epsilon,
      double weightDecay,
      double clip,
      double decoderRate) {
    public OptimiserConfig {
      Checks.inRange("optimiser.beta1", beta1, 0, 0.999999);
      Checks.inRange("optimiser.beta2", beta2, 0, 0.999999999);
      Checks.inRange("optimiser.epsilon", epsilon, 1e-30, 1);
      Checks.inRange("optimiser.weight_decay", weightDecay, 0, 1);
      Checks.inRange("optimiser.clip", clip, 0, Double.MAX_VALUE);
      Checks.inRange("optimiser.decoder_rate", decoderRate, 1e-6, 1e6);
    }
  }

  /**
   * The run's length.
   *
   * @param epochs passes over the pairs
   * @param batchSize pairs a step
   * @param microBatches in how many parts a batch goes through the encoders; 1 for all at once
   * @param recompute whether blocks are worked out again for the backward pass
   * @param precision of matrix products
   */
  public record RunConfig(
      int epochs, int batchSize, int microBatches, boolean recompute, Precision precision) {
    public RunConfig {
      Checks.atLeast("train.epochs", epochs, 1);
      Checks.atLeast("train.batch_size", batchSize, 2);
      Checks.atLeast("train.micro_batches", microBatches, 1);
      if (microBatches > batchSize) {
        throw new RequestException(
            "train.micro_batches must not exceed train.batch_size; they are "
                + microBatches
                + " and "
                + batchSize);
      }
    }
  }

  /** What matrix products are worked out in. */
  public enum Precision {
    /** 24 significant bits. */
    @JsonProperty("float32")
    FLOAT32,
    /** 8 significant bits, summed in float32; weights and all else stay float32. */
    @JsonProperty("bfloat16")
    BFLOAT16
  }

  /**
   * When the run is saved. It is saved at its end and when it is interrupted in any case.
   *
   * @param everySteps 0 for never
   * @param keep how many of the newest checkpoints stay; 0 for all
   */
  public record CheckpointConfig(int everySteps, int keep) {
    public CheckpointConfig {
      Checks.atLeast("checkpoint.every_steps", everySteps, 0);
      Checks.atLeast("checkpoint.keep", keep, 0);
    }
  }

  /**
   * Retrieval on the held-out pairs.
   *
   * @param everyEpochs 0 for the end only
   * @param rerank how many candidates the fusion encoder re-ranks for each query; 0 for none
   * @param rerankImages how many image queries are re-ranked, evenly spread; 0 for all
   * @param rerankCaptions how many caption queries are re-ranked, evenly spread; 0 for all
   */
  public record EvaluationConfig(
      int everyEpochs, int rerank, int rerankImages, int rerankCaptions) {
    public EvaluationConfig {
      Checks.atLeast("evaluation.every_epochs", everyEpochs, 0);
      Checks.atLeast("evaluation.rerank", rerank, 0);
      Checks.atLeast("evaluation.rerank_images", rerankImages, 0);
      Checks.atLeast("evaluation.rerank_captions", rerankCaptions, 0);
    }
  }
}
