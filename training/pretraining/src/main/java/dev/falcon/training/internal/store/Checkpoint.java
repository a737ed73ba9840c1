// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.store;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.falcon.data.FalconException;
import dev.falcon.data.RequestException;
import dev.falcon.data.file.Json;
import dev.falcon.training.config.ConfigReader;
import dev.falcon.training.config.TrainConfig;
import dev.falcon.training.internal.input.TrainingData.DataIdentity;
import dev.falcon.training.internal.tensor.ParameterLayout;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The complete state of a run between two steps: one safetensors file with the weights under their
 * names, everything else on which the next step depends, and the configuration.
 *
 * @param file the path of the checkpoint, whether or not it exists
 * @param config the configuration of the run
 * @param data the identity of the run's data
 * @param objective the {@link Stateful#identity} of the run's objective
 * @param task the configuration of fine-tuning as YAML, in which case {@code config} is that of the
 *     pretrained network; empty for pretraining
 * @param frozen the digest of the run's {@link FrozenWeights}; empty if this file holds all weights
 * @param state the position in the run
 * @param values the flat values by name: weights, moments, cached vectors
 */
public record Checkpoint(
    Path file,
    TrainConfig config,
    DataIdentity data,
    String objective,
    String task,
    String frozen,
    RunState state,
    Map<String, float[]> values) {
  private static final String CONFIG = "falcon.config";
  private static final String DATA = "falcon.data";
  private static final String TOKENIZER = "falcon.tokenizer";
  private static final String OBJECTIVE = "falcon.objective";
  private static final String TASK = "falcon.task";
  private static final String FROZEN = "falcon.frozen";
  private static final String STATE = "falcon.state";

  /**
   * Writes the file.
   *
   * @param layouts the shapes of the weights; all other values are vectors
   */
  public void write(List<ParameterLayout> layouts) {
    Map<String, long[]> shapes = new LinkedHashMap<>();
    for (ParameterLayout layout : layouts) {
      layout.entries().forEach(entry -> shapes.put(entry.name(), entry.shape()));
    }
    SafeTensorsWriter writer =
        new SafeTensorsWriter()
            .metadata("format", "pt")
            .metadata(CONFIG, ConfigReader.write(config))
            .metadata(STATE, Json.line(state));
    if (!data.equals(DataIdentity.SCENES)) {
      writer.metadata(DATA, data.digest()).metadata(TOKENIZER, data.tokenizer());
    }
    if (!objective.isEmpty()) {
      writer.metadata(OBJECTIVE, objective);
    }
    if (!task.isEmpty()) {
      writer.metadata(TASK, task);
    }
    if (!frozen.isEmpty()) {
      writer.metadata(FROZEN, frozen);
    }
    values.forEach(
        (name, data) ->
            writer.tensor(name, data, shapes.getOrDefault(name, new long[] {data.length})));
    writer.write(file);
  }

  /**
   * Reads a whole file.
   *
   * @throws FalconException if the file is not a checkpoint, or is truncated
   */
  public static Checkpoint read(Path file) {
    try (SafeTensors tensors = SafeTensors.open(file)) {
      RunState state = state(file, tensors);
      TrainConfig config = config(file, metadata(file, tensors, CONFIG));
      Map<String, float[]> values = new LinkedHashMap<>();
      for (String name : tensors.names()) {
        values.put(name, tensors.floats(name));
      }
      DataIdentity data =
          new DataIdentity(
              tensors.metadata().getOrDefault(DATA, ""),
              tensors.metadata().getOrDefault(TOKENIZER, ""));
      String objective = tensors.metadata().getOrDefault(OBJECTIVE, "");
      String task = tensors.metadata().getOrDefault(TASK, "");
      String frozen = tensors.metadata().getOrDefault(FROZEN, "");
      if (!frozen.isEmpty()) {
        values.putAll(FrozenWeights.read(file, frozen));
      }
      return new Checkpoint(file, config, data, objective, task, frozen, state, values);
    }
  }

  private static TrainConfig config(Path file, String yaml) {
    try {
      return ConfigReader.readEffective(yaml);
    } catch (FalconException e) {
      throw new FalconException(file + ": damaged: its configuration: " + e.getMessage(), e);
    }
  }

  /** Returns the position of a checkpoint in its run, reading only the file's header. */
  public static RunState readState(Path file) {
    try (SafeTensors tensors = SafeTensors.open(file)) {
      return state(file, tensors);
    }
  }

  private static RunState state(Path file, SafeTensors tensors) {
    String text = metadata(file, tensors, STATE);
    try {
      RunState state = Json.mapper().readValue(text, RunState.class);
      if (state != null) {
        return state;
      }
    } catch (JsonProcessingException e) {
      throw new FalconException(file + ": its state cannot be read: " + Json.reason(e), e);
    }
    throw new FalconException(file + ": its state cannot be read: " + text);
  }

  private static String metadata(Path file, SafeTensors tensors, String key) {
    String value = tensors.metadata().get(key);
    if (value == null) {
      throw new FalconException(file + ": holds weights, but is not a checkpoint of falcon train");
    }
    return value;
  }

  /**
   * Fails if a configuration is that of another run. The device, the number of threads, and the
   * settings of saving and evaluation may differ.
   */
  public void requireSameRun(TrainConfig other) {
    TrainConfig like =
        new TrainConfig(
            other.seed(),
            config.device(),
            config.threads(),
            other.data().withPaceOf(config.data()),
            other.model(),
            other.start(),
            other.objective(),
            other.method(),
            other.scheduler(),
            other.optimiser(),
            other.schedule(),
            other.train(),
            config.checkpoint(),
            config.evaluation());
    if (!like.equals(config)) {
      throw unlike("with another configuration: " + ConfigReader.firstDifference(config, like));
    }
  }

  /** Fails if the pairs, their images or the tokenizer have changed since the start of the run. */
  public void requireSameData(DataIdentity other) {
    if (!other.equals(data)) {
      throw unlike(
          "on other pairs than "
              + config.data().train().dataset()
              + " and "
              + config.data().held().dataset()
              + " have now, or with another tokenizer");
    }
  }

  /** Fails if the state of an objective that is not in the checkpoint has changed. */
  public void requireSameObjective(String other) {
    if (!other.equals(objective)) {
      throw unlike("whose objective looked at " + objective + ", which is now " + other);
    }
  }

  /**
   * Returns the failure for a run of another request.
   *
   * @param what a description of this run, to follow "a run" in the message
   */
  public RequestException unlike(String what) {
    return new RequestException(
        file.getParent().getParent()
            + ": holds a run "
            + what
            + "; name another folder, or overwrite it");
  }

  /**
   * Returns the values of some parameters.
   *
   * @throws FalconException if parameters are missing or have other shapes
   */
  public Map<String, float[]> weights(ParameterLayout layout) {
    Map<String, float[]> weights = new LinkedHashMap<>();
    for (ParameterLayout.Entry entry : layout.entries()) {
      float[] data = values.get(entry.name());
      if (data == null || data.length != entry.size()) {
        throw new FalconException(
            file
                + ": a checkpoint of another architecture: "
                + entry
                + (data == null ? " is missing" : " has " + data.length + " values"));
      }
      weights.put(entry.name(), data);
    }
    return weights;
  }

  /** Returns the vectors whose names begin with a prefix, by the names without the prefix. */
  public Map<String, float[]> vectors(String prefix) {
    Map<String, float[]> vectors = new LinkedHashMap<>();
    values.forEach(
        (name, data) -> {
          if (name.startsWith(prefix)) {
            vectors.put(name.substring(prefix.length()), data);
          }
        });
    return vectors;
  }
}
