// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.config;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.falcon.data.RequestException;

/**
 * Everything that decides a run's result, key by key as in the YAML.
 *
 * @param seed the seed of every random choice except those of generated data
 * @param device {@code auto}, {@code cpu}, {@code cuda} or {@code cuda:N}
 * @param threads the number of the engine's threads on the CPU; 0 for one thread if the network is
 *     small, and otherwise one per processor
 * @param data training and evaluation data
 * @param model the network's shape
 * @param start the source of the initial weights
 * @param objective the losses
 * @param method the composition of batches
 * @param scheduler FALCON's policy, which has no effect on other methods
 * @param optimiser the optimiser of the network
 * @param schedule the schedule of the network's learning rate
 * @param train the run's length
 * @param checkpoint when the run is saved
 * @param evaluation the measurements between epochs and at the end
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

  /** Returns a copy with other data for existing weights, so that no warm start runs. */
  public TrainConfig withDataAlone(DataConfig other) {
    StartConfig none =
        new StartConfig("", StartConfig.RANDOM, StartConfig.RANDOM, start.supervised());
    return with(other, model, none);
  }

  /** Returns a copy with other data. */
  public TrainConfig withData(DataConfig other) {
    return with(other, model, start);
  }

  /** Returns a copy with another network. */
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
   * The settings of AdamW.
   *
   * @param beta1 the decay of the moving average of the gradient
   * @param beta2 the decay of the moving average of the squared gradient
   * @param epsilon the value added to the root of the latter
   * @param weightDecay the decoupled weight decay, which is not applied to biases and
   *     normalisations
   * @param clip the largest global norm of the gradient; 0 for none
   * @param decoderRate the factor on the schedule's rate for SigLIP-2's decoder, which starts from
   *     random weights although the towers do not; 1 for other frameworks
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
   * The length of the run, and how steps are computed.
   *
   * @param epochs the number of passes over the pairs
   * @param batchSize the number of pairs per step
   * @param microBatches the number of parts in which a batch passes through the encoders; 1 for all
   *     at once
   * @param recompute whether blocks are recomputed in the backward pass
   * @param precision the precision of matrix products
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

  /** The precision of matrix products. */
  public enum Precision {
    /** 24 significant bits. */
    @JsonProperty("float32")
    FLOAT32,
    /** 8 significant bits, summed in float32; weights and everything else stay float32. */
    @JsonProperty("bfloat16")
    BFLOAT16
  }

  /**
   * When the run is saved. It is always saved at its end and on interruption.
   *
   * @param everySteps the number of steps between checkpoints; 0 for no checkpoints before the end
   * @param keep number of newest checkpoints to keep; 0 for all
   */
  public record CheckpointConfig(int everySteps, int keep) {
    public CheckpointConfig {
      Checks.atLeast("checkpoint.every_steps", everySteps, 0);
      Checks.atLeast("checkpoint.keep", keep, 0);
    }
  }

  /**
   * The evaluation of retrieval on the held-out pairs.
   *
   * @param everyEpochs number of epochs between evaluations; 0 for the end only
   * @param rerank number of candidates that the fusion encoder re-ranks for each query; 0 for none
   * @param rerankImages number of image queries that are re-ranked, evenly spread; 0 for all
   * @param rerankCaptions number of caption queries that are re-ranked, evenly spread; 0 for all
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
