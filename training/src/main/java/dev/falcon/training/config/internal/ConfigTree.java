package dev.falcon.training.config.internal;

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
import com.fasterxml.jackson.databind.node.TextNode;
import com.fasterxml.jackson.databind.type.LogicalType;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLGenerator;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.falcon.data.FalconException;
import dev.falcon.data.RequestException;
import dev.falcon.data.file.OwnFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** How configurations are read, put together and written, whatever they are of. */
public final class ConfigTree {
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

  private ConfigTree() {}

  /** An empty tree. */
  public static ObjectNode empty() {
    return MAPPER.createObjectNode();
  }

  /** A record as a tree. */
  public static ObjectNode of(Object config) {
    return MAPPER.valueToTree(config);
  }

  /** A tree as YAML. */
  public static String write(JsonNode tree) {
    try {
      return MAPPER.writeValueAsString(tree);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a configuration is always expressible in YAML", e);
    }
  }

  /** Reads what {@link #write} wrote. */
  public static JsonNode read(String yaml) {
    try {
      if (MAPPER.readTree(yaml) instanceof ObjectNode tree) {
        return tree;
      }
    } catch (JsonProcessingException e) {
      throw new FalconException("the configuration is not YAML: " + firstLine(e), e);
    }
    throw new FalconException("the configuration is no YAML mapping of keys to values");
  }

  /** The first key in which two trees differ, with both values. */
  public static String difference(JsonNode there, JsonNode asked, String prefix) {
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

  /**
   * What a tree says, as a record.
   *
   * @throws RequestException if a key is missing, or its value of another kind
   */
  public static <T> T bind(JsonNode tree, Class<T> type) {
    try {
      return MAPPER.treeToValue(tree, type);
    } catch (JsonProcessingException e) {
      if (e.getCause() instanceof RequestException request) {
        throw request;
      }
      throw new RequestException("configuration: " + fault(tree, e));
    }
  }

  private static String fault(JsonNode tree, JsonProcessingException e) {
    if (e instanceof MismatchedInputException mismatch && kind(mismatch) != null) {
      return path(mismatch) + " must be " + kind(mismatch) + "; " + given(tree, mismatch);
    }
    return (e instanceof JsonMappingException mapping ? path(mapping) + ": " : "") + firstLine(e);
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

  /** A user's file. */
  public static ObjectNode parse(Path file) {
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

  /** A file that Falcon ships. */
  public static ObjectNode resource(String name) {
    return OwnFiles.read(
        ConfigTree.class,
        "/dev/falcon/training/config/" + name + ".yaml",
        bytes -> (ObjectNode) MAPPER.readTree(bytes));
  }

  /** Sets one key from {@code key=value}, the key with dots, the value in YAML. */
  public static void set(ObjectNode tree, String override) {
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
      JsonNode value = MAPPER.readTree(override.substring(equals + 1));
      // YAML has no value where nothing is written; a key without one is an empty text.
      Longhand.set(node, key, value.isMissingNode() ? TextNode.valueOf("") : value);
      Longhand.expand(tree);
    } catch (JsonProcessingException e) {
      throw new RequestException("an override's value must be YAML; got " + override);
    }
  }

  /** Puts one tree over another, which names every key there is. */
  public static void merge(ObjectNode base, ObjectNode over, String prefix) {
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
