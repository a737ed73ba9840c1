package dev.falcon.training.config;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.falcon.data.RequestException;
import dev.falcon.training.config.internal.ConfigTree;
import dev.falcon.training.config.internal.Longhand;
import dev.falcon.training.config.internal.Recipes;
import dev.falcon.training.config.method.LossConfig;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * Makes a run's configuration: a preset, over it the user's file, over it single keys from the
 * command line. A preset names every key there is; a key that it does not know is refused. The
 * method such as {@code albef} brings keys of its own along, which stand above the preset's.
 */
public final class ConfigReader {
  /** The presets that Falcon ships. */
  public static final List<String> PRESETS =
      FrameworkKind.all().stream().flatMap(kind -> kind.presets().stream()).toList();

  private static final String PRESET = "preset";
  private static final String SCHEDULER = "scheduler";
  private static final String PLUS = "falcon+";

  private ConfigReader() {}

  /**
   * A preset with other values of some keys.
   *
   * @param overrides {@code key=value}, the key with dots, the value in YAML
   */
  public static TrainConfig read(String preset, List<String> overrides) {
    return read(preset, null, overrides);
  }

  /** The same of a user's file, which names its preset. */
  public static TrainConfig read(Path file, List<String> overrides) {
    return read(null, file, overrides);
  }

  /**
   * Reads a configuration.
   *
   * @param preset the preset's name, or null for the one that the file names
   * @param file the user's YAML, or null; its key {@code preset} names the preset it builds on
   * @param overrides {@code key=value}, the key with dots, the value in YAML
   */
  public static TrainConfig read(String preset, Path file, List<String> overrides) {
    ObjectNode user = file == null ? ConfigTree.empty() : ConfigTree.parse(file);
    JsonNode named = user.remove(PRESET);
    String base = preset != null ? preset : named != null ? named.asText() : null;
    if (base == null) {
      throw new RequestException(
          (file == null ? "" : file + ": ") + "no preset is named; one of " + PRESETS);
    }
    if (!PRESETS.contains(base)) {
      throw new RequestException("no preset is called '" + base + "'; one of " + PRESETS);
    }
    Longhand.expand(user);
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
    Recipes.keys(user.at("/method/name").asText()).ifPresent(keys -> complete(user, keys));
    loss(tree, user);
    ConfigTree.merge(tree, user, "");
    return bind(tree);
  }

  /** Puts keys in where there are none. */
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

  /** What the named loss has of settings of its own, at their defaults. */
  private static void loss(ObjectNode tree, ObjectNode user) {
    JsonNode name = user.at("/objective/loss/name");
    if (!name.isMissingNode()) {
      ((ObjectNode) tree.get("objective"))
          .set("loss", ConfigTree.of(LossConfig.named(name.asText())));
    }
  }

  /** {@code scheduler: falcon+} is short for the method, in which a margin schedules. */
  private static void resolvePlus(ObjectNode user) {
    if (!user.path(SCHEDULER).path(PRESET).asText().equals(PLUS)) {
      return;
    }
    String method = user.path("method").path("name").asText("falcon");
    if (!method.equals("falcon") && !method.equals(PLUS)) {
      throw new RequestException("scheduler: falcon+ goes with method.name falcon; name=" + method);
    }
    ((ObjectNode) user.get(SCHEDULER)).remove(PRESET);
    user.withObjectProperty("method").put("name", PLUS);
  }

  /** The whole configuration as YAML, which {@link #readEffective} reads back as an equal one. */
  public static String write(TrainConfig config) {
    JsonNode tree = ConfigTree.of(config);
    Unwritten.strip(tree);
    return ConfigTree.write(tree);
  }

  /**
   * The whole configuration as a file that {@link #read} takes, over a preset of its framework:
   * another's may lack keys. Nothing of the preset is left.
   */
  public static String request(TrainConfig config) {
    String preset = FrameworkKind.named(config.model().framework()).presets().get(0);
    return PRESET + ": " + preset + "\n" + write(config);
  }

  /** Reads what {@link #write} wrote. */
  public static TrainConfig readEffective(String yaml) {
    return bind(ConfigTree.read(yaml));
  }

  /** The first key in which two configurations differ, with both values. */
  public static String firstDifference(TrainConfig there, TrainConfig asked) {
    return ConfigTree.difference(ConfigTree.of(there), ConfigTree.of(asked), "");
  }

  private static TrainConfig bind(JsonNode tree) {
    Unwritten.fill(tree);
    TrainConfig config = ConfigTree.bind(tree, TrainConfig.class);
    FrameworkKind.require(config);
    return config;
  }
}
