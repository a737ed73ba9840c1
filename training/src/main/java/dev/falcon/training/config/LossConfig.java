package dev.falcon.training.config;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;

/**
 * Which objective is trained with, and its own settings: {@code objective.loss}. The resource
 * {@code loss-NAME.yaml} has the settings' defaults.
 */
@JsonTypeInfo(
    use = JsonTypeInfo.Id.NAME,
    include = JsonTypeInfo.As.EXISTING_PROPERTY,
    property = "name",
    visible = true)
@JsonSubTypes({
  @JsonSubTypes.Type(value = LossConfig.InBatch.class, name = LossConfig.IN_BATCH),
  @JsonSubTypes.Type(value = LossConfig.Momentum.class, name = LossConfig.MOMENTUM)
})
public sealed interface LossConfig permits LossConfig.InBatch, LossConfig.Momentum {
  /** The name of {@link InBatch}. */
  String IN_BATCH = "in-batch";

  /** The name of {@link Momentum}. */
  String MOMENTUM = "momentum";

  /** What it is called in the configuration. */
  String name();

  /** GRIT-VLP's contrast within the batch, with {@code objective.consistency}. */
  record InBatch(String name) implements LossConfig {}

  /** ALBEF's momentum network and queue, with {@code objective.momentum}. */
  record Momentum(String name) implements LossConfig {}
}
