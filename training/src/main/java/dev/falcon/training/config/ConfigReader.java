package dev.falcon.training.config;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.cfg.CoercionAction;
import com.fasterxml.jackson.databind.cfg.CoercionInputShape;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.type.LogicalType;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLGenerator;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.falcon.data.FalconException;
import dev.falcon.data.RequestException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
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
      List.of(
          "scenes-tiny", "albef-base", "siglip2-tiny", "siglip2-base", "blip2-tiny", "blip2-vitg");

  /** The objectives, by the names that {@code objective.loss} takes. */
  public static final List<String> LOSSES =
      Arrays.stream(LossConfig.class.getAnnotation(JsonSubTypes.class).value())
          .map(JsonSubTypes.Type::name)
          .toList();

  private static final String PRESET = "preset";
  private static final String SCHEDULER = "scheduler";
  private static final String PLUS = "falcon+";

  private static final YAMLMapper MAPPER =
      YAMLMapper.builder(
              YAMLFactory.builder()
                  .disable(YAMLGenerator.Feature.WRITE_DOC_START_MARKER)
                  .enable(YAMLGenerator.Feature.MINIMIZE_QUOTES)
                  .build())
          .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
          .enable(MapperFeature.ACCEPT_CASE_INSENSITIVE_ENUMS)
          .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
          .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
          .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
          .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
          .enable(DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES)
          .withCoercionConfig(
              LogicalType.Textual,
              coercion ->
                  coercion
                      .setCoercion(CoercionInputShape.Integer, CoercionAction.Fail)
                      .setCoercion(CoercionInputShape.Boolean, CoercionAction.Fail))
          .build();

  private ConfigReader() {}

  /**
   * Reads a configuration.
   *
   * @param preset the preset's name, or null for the one that the file names
   * @param file the user's YAML, or null; its key {@code preset} names the preset it builds on
   * @param overrides {@code key=value}, the key with dots, the value in YAML
   */
  public static TrainConfig read(String preset, Path file, List<String> overrides) {
    ObjectNode user = file == null ? MAPPER.createObjectNode() : parse(file);
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
      set(user, override);
    }
    resolvePlus(user);
    ObjectNode tree = Recipes.resource(base);
    JsonNode scheduler = user.path(SCHEDULER).path(PRESET);
    String schedulerPreset =
        scheduler.isMissingNode() ? tree.get(SCHEDULER).get(PRESET).asText() : scheduler.asText();
    if (!List.of("literal", "stabilised").contains(schedulerPreset)) {
      throw new RequestException(
          "scheduler.preset must be literal, stabilised or falcon+; preset=" + schedulerPreset);
    }
    tree.set(SCHEDULER, Recipes.resource("scheduler-" + schedulerPreset));
    Recipes.keys(user.at("/method/name").asText()).ifPresent(keys -> complete(user, keys));
    loss(tree, user);
    merge(tree, user, "");
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
      if (!LOSSES.contains(name.asText())) {
        throw new RequestException(
            "objective.loss must be one of " + LOSSES + "; loss=" + name.asText());
      }
      ((ObjectNode) tree.get("objective")).set("loss", Recipes.resource("loss-" + name.asText()));
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
    try {
      JsonNode tree = MAPPER.valueToTree(config);
      Unwritten.strip(tree);
      return MAPPER.writeValueAsString(tree);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a configuration is always expressible in YAML", e);
    }
  }

  /** Reads what {@link #write} wrote. */
  public static TrainConfig readEffective(String yaml) {
    try {
      return bind(MAPPER.readTree(yaml));
    } catch (JsonProcessingException e) {
      throw new FalconException("the configuration is not YAML: " + e.getOriginalMessage(), e);
    }
  }

  /** The first key in which two configurations differ, with both values. */
  public static String firstDifference(TrainConfig there, TrainConfig asked) {
    return difference(MAPPER.valueToTree(there), MAPPER.valueToTree(asked), "");
  }

  private static String difference(JsonNode there, JsonNode asked, String prefix) {
    for (Map.Entry<String, JsonNode> field : there.properties()) {
      JsonNode other = asked.get(field.getKey());
      if (!field.getValue().equals(other)) {
        String key = prefix + field.getKey();
        return field.getValue().isObject()
            ? difference(field.getValue(), other, key + ".")
            : key + " is " + field.getValue() + " there, " + other + " here";
      }
    }
    return "nothing";
  }

  private static TrainConfig bind(JsonNode tree) {
    Unwritten.fill(tree);
    try {
      return MAPPER.treeToValue(tree, TrainConfig.class);
    } catch (JsonMappingException e) {
      if (e.getCause() instanceof RequestException request) {
        throw request;
      }
      String kind = e instanceof MismatchedInputException mismatch ? kind(mismatch) : null;
      throw new RequestException(
          "configuration: "
              + path(e)
              + (kind == null ? ": " + firstLine(e) : " must be " + kind + "; " + given(tree, e)));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a tree is well-formed", e);
    }
  }

  /** What a plain value should have been; null for all else, of which Jackson's message tells. */
  private static String kind(MismatchedInputException mismatch) {
    Class<?> type = mismatch.getTargetType();
    if (type == int.class || type == long.class) {
      return "a whole number";
    }
    if (type == float.class || type == double.class) {
      return "a number";
    }
    return type == boolean.class ? "true or false" : null;
  }

  private static String given(JsonNode tree, JsonMappingException failure) {
    JsonNode value = tree;
    String name = "";
    for (JsonMappingException.Reference reference : failure.getPath()) {
      name = reference.getFieldName();
      value = name == null ? value.path(reference.getIndex()) : value.path(name);
    }
    return name + "=" + (value.isTextual() ? value.asText() : value);
  }

  /** Jackson's message without the lines that tell where in its own classes it arose. */
  private static String firstLine(JsonProcessingException failure) {
    return failure.getOriginalMessage().replaceAll("(?s)(\\R| \\(for ).*", "");
  }

  private static String path(JsonMappingException failure) {
    List<String> names = new ArrayList<>();
    for (JsonMappingException.Reference reference : failure.getPath()) {
      names.add(
          reference.getFieldName() == null
              ? Integer.toString(reference.getIndex())
              : reference.getFieldName());
    }
    return String.join(".", names);
  }

  private static ObjectNode parse(Path file) {
    try {
      JsonNode tree = MAPPER.readTree(Files.readAllBytes(file));
      if (tree instanceof ObjectNode object) {
        return object;
      }
      throw new RequestException(file + ": must be a YAML mapping of keys to values");
    } catch (JsonProcessingException e) {
      throw new RequestException(
          file
              + ": not YAML at line "
              + (e.getLocation() == null ? "?" : e.getLocation().getLineNr())
              + ": "
              + firstLine(e));
    } catch (NoSuchFileException e) {
      throw new RequestException(file + ": there is no such file", e);
    } catch (IOException e) {
      throw new FalconException(file + ": cannot be read: " + e.getMessage(), e);
    }
  }

  private static void set(ObjectNode tree, String override) {
    int equals = override.indexOf('=');
    if (equals < 1) {
      throw new RequestException("an override must be key=value; got " + override);
    }
    String key = override.substring(0, equals);
    ObjectNode node = tree;
    for (int dot = key.indexOf('.'); dot >= 0; dot = key.indexOf('.')) {
      String section = key.substring(0, dot);
      JsonNode child = node.get(section);
      node = child instanceof ObjectNode object ? object : node.putObject(section);
      key = key.substring(dot + 1);
    }
    try {
      Longhand.set(node, key, MAPPER.readTree(override.substring(equals + 1)));
      Longhand.expand(tree);
    } catch (JsonProcessingException e) {
      throw new RequestException("an override's value must be YAML; got " + override);
    }
  }

  private static void merge(ObjectNode base, ObjectNode over, String prefix) {
    for (Map.Entry<String, JsonNode> field : over.properties()) {
      JsonNode known = base.get(field.getKey());
      if (known == null) {
        List<String> keys = new ArrayList<>();
        base.fieldNames().forEachRemaining(keys::add);
        throw new RequestException(
            "configuration: no key is called " + prefix + field.getKey() + "; known are " + keys);
      }
      if (known instanceof ObjectNode inner) {
        if (!(field.getValue() instanceof ObjectNode value)) {
          throw new RequestException(
              "configuration: " + prefix + field.getKey() + " must be a mapping of keys to values");
        }
        merge(inner, value, prefix + field.getKey() + ".");
      } else {
        base.set(field.getKey(), field.getValue());
      }
    }
  }
}
