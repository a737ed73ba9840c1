// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.config;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.falcon.data.RequestException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * Builds a run's configuration from a preset, the user's file, which overrides the preset, and
 * single keys from the command line, which override both. A preset has every key; unknown keys are
 * refused. A method such as {@code albef} has its own settings, which override those of the preset.
 */
public final class ConfigReader {
  /** The names of the presets that Falcon includes. */
  public static final List<String> PRESETS =
      FrameworkKind.all().stream().flatMap(kind -> kind.presets().stream()).toList();

  private static final String PRESET = "preset";
  private static final String SCHEDULER = "scheduler";
  private static final String RESAMPLE = "/data/resample";
  private static final String FRAMEWORK = "/model/framework";
  private static final String PLUS = "falcon+";

  private ConfigReader() {}

  /**
   * Returns a preset with other values for some keys.
   *
   * @param overrides overrides {@code key=value}, with the key's parts separated by dots and the
   *     value in YAML
   */
  public static TrainConfig read(String preset, List<String> overrides) {
    return read(preset, null, overrides);
  }

  /** Returns the configuration from a user's file, which names its preset. */
  public static TrainConfig read(Path file, List<String> overrides) {
    return read(null, file, overrides);
  }

  /**
   * Reads a configuration.
   *
   * @param preset the preset's name, or null for the one that the file names
   * @param file the user's YAML file, or null; its key {@code preset} names the preset on which it
   *     builds. A configuration written by a run needs no preset
   * @param overrides overrides {@code key=value}, with the key's parts separated by dots and the
   *     value in YAML
   */
  public static TrainConfig read(String preset, Path file, List<String> overrides) {
    ObjectNode user = file == null ? ConfigTree.empty() : keys(file, preset == null);
    JsonNode named = user.remove(PRESET);
    String base = preset != null ? preset : named != null ? named.asText() : null;
    if (base == null) {
      throw new RequestException(
          (file == null ? "" : file + ": ") + "no preset is named; one of " + PRESETS);
    }
    if (!PRESETS.contains(base)) {
      throw new RequestException("no preset is called '" + base + "'; one of " + PRESETS);
    }
    Shorthands.expand(user);
    for (String override : overrides) {
      ConfigTree.set(user, override);
    }
    resolvePlus(user);
    ObjectNode tree = ConfigTree.resource(base);
    JsonNode scheduler = user.path(SCHEDULER).path(PRESET);
    String schedulerPreset =
        scheduler.isMissingNode() ? tree.get(SCHEDULER).get(PRESET).asText() : scheduler.asText();
    if (!List.of("literal", "stabilised").contains(schedulerPreset)) {
      throw new RequestException(
          "scheduler.preset must be literal, stabilised or falcon+; preset=" + schedulerPreset);
    }
    tree.set(SCHEDULER, ConfigTree.resource("scheduler-" + schedulerPreset));
    Recipes.keys(user.at("/method/name").asText(), framework(tree, user))
        .ifPresent(keys -> complete(user, keys));
    loss(tree, user);
    ConfigTree.merge(tree, user, "");
    return bind(tree);
  }

  /**
   * Returns the keys in a user's file. A configuration written by a run has all keys and names no
   * preset.
   */
  private static ObjectNode keys(Path file, boolean alone) {
    ObjectNode keys = ConfigTree.parse(file);
    return alone && !keys.has(PRESET) && ConfigTree.isEffective(file)
        ? (ObjectNode) ConfigTree.read(request(bind(keys)))
        : keys;
  }

  private static String framework(ObjectNode preset, ObjectNode user) {
    JsonNode named = user.at(FRAMEWORK);
    return named.isMissingNode() ? preset.at(FRAMEWORK).asText(ModelConfig.ALBEF) : named.asText();
  }

  /** Adds missing keys. */
  private static void complete(ObjectNode tree, ObjectNode keys) {
    for (Map.Entry<String, JsonNode> field : keys.properties()) {
      JsonNode there = tree.get(field.getKey());
      if (there == null) {
        tree.set(field.getKey(), field.getValue());
      } else if (there instanceof ObjectNode inner && field.getValue() instanceof ObjectNode more) {
        complete(inner, more);
      }
    }
  }

  /** Adds the settings of the configured loss with their defaults. */
  private static void loss(ObjectNode tree, ObjectNode user) {
    JsonNode name = user.at("/objective/loss/name");
    if (!name.isMissingNode()) {
      ((ObjectNode) tree.get("objective"))
          .set("loss", ConfigTree.of(LossConfig.named(name.asText())));
    }
  }

  /** Expands {@code scheduler: falcon+}, which selects the method with a scheduled margin. */
  private static void resolvePlus(ObjectNode user) {
    if (!user.path(SCHEDULER).path(PRESET).asText().equals(PLUS)) {
      return;
    }
    String method = user.path("method").path("name").asText("falcon");
    if (!method.equals("falcon") && !method.equals(PLUS)) {
      throw new RequestException("scheduler: falcon+ requires method.name falcon; name=" + method);
    }
    ((ObjectNode) user.get(SCHEDULER)).remove(PRESET);
    user.withObjectProperty("method").put("name", PLUS);
  }

  /**
   * Formats the whole configuration as YAML, from which {@link #readEffective} reads an equal
   * configuration.
   */
  public static String write(TrainConfig config) {
    JsonNode tree = ConfigTree.of(config);
    DefaultKeys.strip(tree);
    return ConfigTree.write(tree);
  }

  /**
   * Formats the whole configuration as a file for {@link #read}. The file names a preset of the
   * same framework, since other presets may lack keys, but overrides all its values.
   */
  public static String request(TrainConfig config) {
    String preset = FrameworkKind.named(config.model().framework()).presets().get(0);
    ObjectNode tree = ConfigTree.of(config);
    JsonNode resample = tree.at(RESAMPLE);
    DefaultKeys.strip(tree);
    if (!resample.equals(ConfigTree.resource(preset).at(RESAMPLE))) {
      ((ObjectNode) tree.get("data"))
          .set("resample", resample); // otherwise the preset's value would apply
    }
    return PRESET + ": " + preset + "\n" + ConfigTree.write(tree);
  }

  /** Returns the files and folders that a run of a configuration reads. */
  public static List<Path> inputs(TrainConfig config) {
    return ConfigTree.inputs(ConfigTree.of(config));
  }

  /** Reads a configuration that {@link #write} has written. */
  public static TrainConfig readEffective(String yaml) {
    return bind(ConfigTree.read(yaml));
  }

  /** Returns the first key in which two configurations differ, with both values. */
  public static String firstDifference(TrainConfig there, TrainConfig asked) {
    return ConfigTree.difference(ConfigTree.of(there), ConfigTree.of(asked), "");
  }

  private static TrainConfig bind(JsonNode tree) {
    DefaultKeys.fill(tree);
    TrainConfig config = ConfigTree.bind(tree, TrainConfig.class);
    FrameworkKind.require(config);
    return config;
  }
}
