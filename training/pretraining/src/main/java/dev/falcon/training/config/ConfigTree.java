// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.config;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.cfg.CoercionAction;
import com.fasterxml.jackson.databind.cfg.CoercionInputShape;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import com.fasterxml.jackson.databind.type.LogicalType;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLGenerator;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.falcon.data.FalconException;
import dev.falcon.data.RequestException;
import dev.falcon.data.file.Folders;
import dev.falcon.data.file.Resources;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Reads, merges and writes configurations of any kind. */
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

  /** The maximum size of a file in bytes, larger than any configuration. */
  private static final long MOST_BYTES = 1 << 20;

  private static final List<String> EFFECTIVE =
      List.of("seed", "device", "threads", "data", "start", "optimiser", "schedule", "checkpoint");

  /** The keys whose values name files or folders to read. */
  private static final Set<String> READ =
      Set.of(
          "dataset",
          "truth",
          "image_root",
          "tokenizer",
          "checkpoint",
          "image_encoder",
          "text_encoder",
          "pairs",
          "files",
          "answers",
          "language_model");

  /** Values of these keys that do not name files. */
  private static final Set<String> WORDS = Set.of("", "scenes", "random", "supervised");

  private static final String JOIN = "::";

  private ConfigTree() {}

  /** Returns an empty tree. */
  public static ObjectNode empty() {
    return MAPPER.createObjectNode();
  }

  /** Converts a record to a tree. */
  public static ObjectNode of(Object config) {
    return MAPPER.valueToTree(config);
  }

  /** Formats a tree as YAML. */
  public static String write(JsonNode tree) {
    try {
      return MAPPER.writeValueAsString(tree);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a configuration is always expressible in YAML", e);
    }
  }

  /** Reads a tree that {@link #write} has written. */
  public static JsonNode read(String yaml) {
    try {
      if (MAPPER.readTree(yaml) instanceof ObjectNode tree) {
        return tree;
      }
    } catch (JsonProcessingException e) {
      throw new FalconException("the configuration is not YAML: " + firstLine(e), e);
    }
    throw new FalconException("the configuration is not a YAML mapping of keys to values");
  }

  /**
   * Returns a configuration as exported models hold it, without the folders of this machine: every
   * absolute path is replaced by its last name.
   *
   * @param yaml a configuration that {@link #write} has written
   */
  public static String published(String yaml) {
    JsonNode tree = read(yaml);
    publish(tree);
    return write(tree);
  }

  private static void publish(JsonNode tree) {
    if (tree instanceof ObjectNode object) {
      object.properties().forEach(field -> field.setValue(published(field.getValue())));
    } else if (tree instanceof ArrayNode array) {
      for (int x = 0; x < array.size(); x++) {
        array.set(x, published(array.get(x)));
      }
    }
  }

  private static JsonNode published(JsonNode value) {
    publish(value);
    return value.isTextual() ? TextNode.valueOf(publishedValue(value.asText())) : value;
  }

  /**
   * Returns a value without the folders of this machine. A dataset may consist of several paths,
   * joined by {@code ::}.
   */
  public static String publishedValue(String value) {
    return Arrays.stream(value.split(JOIN, -1))
        .map(ConfigTree::withoutFolders)
        .collect(Collectors.joining(JOIN));
  }

  private static String withoutFolders(String value) {
    try {
      Path path = Path.of(value);
      return path.isAbsolute() && path.getFileName() != null
          ? path.getFileName().toString()
          : value;
    } catch (InvalidPathException e) {
      return value; // not a path
    }
  }

  /** Returns whether a file is the complete configuration that a run writes. */
  public static boolean isEffective(Path file) {
    try {
      return Folders.isFile(file)
          && Files.size(file) < MOST_BYTES
          && MAPPER.readTree(Files.readString(file)) instanceof ObjectNode tree
          && EFFECTIVE.stream().allMatch(tree::has);
    } catch (IOException e) {
      return false; // not YAML, so not written by a run
    }
  }

  /**
   * Returns the existing files and folders that a configuration names.
   *
   * @param tree the configuration of a run or of fine-tuning
   */
  public static List<Path> inputs(JsonNode tree) {
    List<Path> read = new ArrayList<>();
    for (Map.Entry<String, JsonNode> field : tree.properties()) {
      JsonNode value = field.getValue();
      if (value.isObject()) {
        read.addAll(inputs(value));
      } else if (READ.contains(field.getKey())) {
        (value.isArray() ? value : List.of(value)).forEach(each -> addExisting(each, read));
      }
    }
    return read;
  }

  private static void addExisting(JsonNode value, List<Path> read) {
    if (!value.isTextual() || WORDS.contains(value.textValue())) {
      return;
    }
    existing(value.textValue()).ifPresent(read::add);
    for (String part : value.textValue().split("::", -1)) {
      existing(part).ifPresent(read::add);
    }
  }

  /** Returns an existing file or folder; empty for a dataset's name that is not a file. */
  private static Optional<Path> existing(String name) {
    try {
      return Optional.of(Path.of(name)).filter(path -> !name.isEmpty() && Folders.exists(path));
    } catch (InvalidPathException e) {
      return Optional.empty();
    }
  }

  /** Returns the first key in which two trees differ, with both values. */
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
   * Converts a tree to a record.
   *
   * @throws RequestException if a key is missing, or its value has the wrong type
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

  /**
   * Returns a description of the expected scalar; null for other types, for which Jackson's message
   * suffices.
   */
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

  /** Returns Jackson's message without the lines about its own classes. */
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

  /** Reads a user's file. */
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

  /** Reads a file that Falcon includes beside this class. */
  public static ObjectNode resource(String name) {
    return resource(ConfigTree.class, name);
  }

  /** Reads a file that Falcon includes beside a class. */
  public static ObjectNode resource(Class<?> beside, String name) {
    return Resources.read(beside, name + ".yaml", bytes -> (ObjectNode) MAPPER.readTree(bytes));
  }

  /**
   * Sets one key from {@code key=value}, with the key's parts separated by dots and the value in
   * YAML.
   */
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
      // YAML reads a missing value as null; here, a key without a value is set to the empty text.
      Shorthands.set(node, key, value.isMissingNode() ? TextNode.valueOf("") : value);
      Shorthands.expand(tree);
    } catch (JsonProcessingException e) {
      throw new RequestException("an override's value must be YAML; got " + override);
    }
  }

  /** Merges one tree into another, which has every key. */
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
