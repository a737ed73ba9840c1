// SPDX-License-Identifier: Apache-2.0
package dev.falcon.downstream.config;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.falcon.data.RequestException;
import dev.falcon.training.config.ConfigTree;
import dev.falcon.training.config.LossConfig;
import dev.falcon.training.config.Shorthands;
import dev.falcon.training.config.TrainConfig;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Builds the configuration of fine-tuning from the task's keys, a preset, the user's file and
 * single keys from the command line, each of which overrides those before it.
 */
public final class FinetuneReader {
  /** The name of the task that is configured like training. */
  public static final String RETRIEVAL = "retrieval";

  private static final String FINETUNE = "finetune-";
  private static final String PRESET = "preset";
  private static final String PRESETS = "presets";
  private static final String TASK = "task";

  private FinetuneReader() {}

  /** Returns the names of a task's presets; the first is the default. */
  public static List<String> presets(String task) {
    List<String> presets = new ArrayList<>();
    resource(FINETUNE + task).get(PRESETS).forEach(name -> presets.add(name.asText()));
    return presets;
  }

  private static ObjectNode resource(String name) {
    return ConfigTree.resource(FinetuneReader.class, name);
  }

  /** Returns a task's resource without its list of presets. */
  private static ObjectNode task(String task) {
    ObjectNode own = resource(FINETUNE + task);
    own.remove(PRESETS);
    return own;
  }

  /** Returns a task's preset with other values for some keys. */
  public static FinetuneConfig read(String task, String preset, List<String> overrides) {
    return read(task, preset, null, overrides);
  }

  /**
   * Reads a configuration.
   *
   * @param task one of {@link TaskConfig}'s names
   * @param preset the preset's name, or null for the one that the file names, or else the first
   * @param file the user's YAML, or null
   * @param overrides overrides {@code key=value}, with the key's parts separated by dots and the
   *     value in YAML
   */
  public static FinetuneConfig read(String task, String preset, Path file, List<String> overrides) {
    ObjectNode user = file == null ? ConfigTree.empty() : ConfigTree.parse(file);
    ObjectNode tree = resource("finetune");
    ObjectNode own = task(task);
    tree.set(TASK, ConfigTree.of(TaskConfig.named(task)));
    ConfigTree.merge(tree, own, "");
    mergePreset(tree, task, preset, user);
    for (String override : overrides) {
      ConfigTree.set(user, override);
    }
    ConfigTree.merge(tree, user, "");
    return ConfigTree.bind(tree, FinetuneConfig.class);
  }

  private static void mergePreset(ObjectNode tree, String task, String preset, ObjectNode user) {
    JsonNode named = user.remove(PRESET);
    List<String> known = presets(task);
    String base = preset != null ? preset : named != null ? named.asText() : known.get(0);
    if (!known.contains(base)) {
      throw new RequestException(
          "no preset of finetune " + task + " is called '" + base + "'; one of " + known);
    }
    if (!base.equals(known.get(0))) {
      ConfigTree.merge(tree, resource(FINETUNE + task + "-" + base), "");
    }
  }

  /** Returns a preset of fine-tuning for retrieval with other values for some keys. */
  public static TrainConfig retrieval(
      TrainConfig origin, Path checkpoint, String preset, List<String> overrides) {
    return retrieval(origin, checkpoint, preset, null, overrides);
  }

  /**
   * Reads the configuration of fine-tuning for retrieval: the checkpoint's configuration,
   * overridden by the task's keys and then as for other tasks.
   *
   * @param origin the configuration of the checkpoint
   * @param checkpoint the path of the checkpoint
   */
  public static TrainConfig retrieval(
      TrainConfig origin, Path checkpoint, String preset, Path file, List<String> overrides) {
    ObjectNode user = file == null ? ConfigTree.empty() : ConfigTree.parse(file);
    ObjectNode tree = ConfigTree.of(origin);
    ((ObjectNode) tree.get("objective"))
        .set("loss", ConfigTree.of(LossConfig.named(LossConfig.IMAGE_IDS)));
    ConfigTree.merge(tree, task(RETRIEVAL), "");
    mergePreset(tree, RETRIEVAL, preset, user);
    ((ObjectNode) tree.get("start")).put("checkpoint", checkpoint.toString());
    // Captions are not truncated in training.
    ((ObjectNode) tree.at("/data/text")).put("max_tokens", origin.model().maxTokens());
    Shorthands.expand(user);
    for (String override : overrides) {
      ConfigTree.set(user, override);
    }
    ConfigTree.merge(tree, user, "");
    ObjectNode model = (ObjectNode) tree.get("model");
    if (model.path("image_size").asInt() == 0) {
      model.put("image_size", origin.model().imageSize());
    }
    if (user.at("/method/search_space").isMissingNode()) {
      ((ObjectNode) tree.get("method"))
          .set("search_space", tree.at("/train/batch_size")); // no effect on uniform batches
    }
    return ConfigTree.bind(tree, TrainConfig.class);
  }

  /**
   * Formats the whole configuration as YAML, from which {@link #readEffective} reads an equal
   * configuration.
   */
  public static String write(FinetuneConfig config) {
    return ConfigTree.write(ConfigTree.of(config));
  }

  /** Returns the files and folders that fine-tuning with a configuration reads. */
  public static List<Path> inputs(FinetuneConfig config) {
    return ConfigTree.inputs(ConfigTree.of(config));
  }

  /** Reads a configuration that {@link #write} has written. */
  public static FinetuneConfig readEffective(String yaml) {
    return ConfigTree.bind(ConfigTree.read(yaml), FinetuneConfig.class);
  }

  /** Returns the first key in which two configurations differ, with both values. */
  public static String firstDifference(FinetuneConfig there, FinetuneConfig asked) {
    return ConfigTree.difference(ConfigTree.of(there), ConfigTree.of(asked), "");
  }
}
