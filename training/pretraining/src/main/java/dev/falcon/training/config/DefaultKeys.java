// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.config;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.DoubleNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Keys that a configuration may omit. A key with its default value is not written, so that
 * configurations from before the key existed stay the same.
 */
final class DefaultKeys {
  private static final String LOSS = "/objective/loss";

  /** The default values by the keys' paths. */
  private static final Map<String, JsonNode> USUAL = new LinkedHashMap<>();

  static {
    USUAL.put("/model/framework", TextNode.valueOf(ModelConfig.ALBEF));
    USUAL.put("/model/queries", IntNode.valueOf(0));
    USUAL.put("/model/decoder_words", IntNode.valueOf(0));
    USUAL.put("/optimiser/decoder_rate", DoubleNode.valueOf(1));
    USUAL.put("/data/train/truth", TextNode.valueOf(""));
    USUAL.put("/data/held/truth", TextNode.valueOf(""));
    for (String set : List.of("/data/train", "/data/held")) {
      USUAL.put(set + "/caption_lines", TextNode.valueOf(""));
      USUAL.put(set + "/shard_keys", BooleanNode.FALSE);
    }
    USUAL.put("/data/resample", TextNode.valueOf("bicubic"));
    USUAL.put("/start/checkpoint", TextNode.valueOf(""));
    USUAL.put("/start/supervised/dataset", TextNode.valueOf(""));
    USUAL.put("/method/reference", TextNode.valueOf(""));
    USUAL.put("/method/own_weight", DoubleNode.valueOf(MethodConfig.FULL_WEIGHT));
    USUAL.put("/method/second_witness", DoubleNode.valueOf(MethodConfig.NO_WITNESS));
    USUAL.put("/start/supervised/image_root", TextNode.valueOf(""));
    USUAL.put("/objective/matching_margin", DoubleNode.valueOf(ObjectiveConfig.NO_MARGIN));
    USUAL.put("/train/micro_batches", IntNode.valueOf(1));
    USUAL.put("/train/recompute", BooleanNode.FALSE);
    USUAL.put("/train/precision", TextNode.valueOf("float32"));
    USUAL.put("/schedule/first", DoubleNode.valueOf(0));
  }

  private DefaultKeys() {}

  /** Adds omitted keys. */
  static void fill(JsonNode tree) {
    usual(tree)
        .forEach(
            (path, value) -> {
              if (parent(tree, path) instanceof ObjectNode parent && !parent.has(name(path))) {
                parent.set(name(path), value);
              }
            });
  }

  /** Removes keys that have their default. */
  static void strip(JsonNode tree) {
    usual(tree)
        .forEach(
            (path, value) -> {
              if (value.equals(tree.at(path))) {
                ((ObjectNode) parent(tree, path)).remove(name(path));
              }
            });
  }

  private static Map<String, JsonNode> usual(JsonNode tree) {
    Map<String, JsonNode> usual = new LinkedHashMap<>(USUAL);
    boolean albef = tree.at("/method/name").asText().equals("albef");
    ObjectNode loss = JsonNodeFactory.instance.objectNode();
    usual.put(LOSS, loss.put("name", albef ? LossConfig.MOMENTUM : LossConfig.IN_BATCH));
    return usual;
  }

  private static JsonNode parent(JsonNode tree, String path) {
    return tree.at(path.substring(0, path.lastIndexOf('/')));
  }

  private static String name(String path) {
    return path.substring(path.lastIndexOf('/') + 1);
  }
}
