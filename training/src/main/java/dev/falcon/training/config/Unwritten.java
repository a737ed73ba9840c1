package dev.falcon.training.config;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * Keys that a configuration need not name. A written one leaves them out where they have the value
 * that is taken anyway, so that configurations from before a key was there stay what they were.
 */
final class Unwritten {
  private static final String OBJECTIVE = "objective";
  private static final String MODEL = "model";
  private static final String FRAMEWORK = "framework";
  private static final String USUAL_FRAMEWORK = "albef";
  private static final String LOSS = "loss";

  private Unwritten() {}

  /** Puts in what is left out. */
  static void fill(JsonNode tree) {
    if (tree.get(MODEL) instanceof ObjectNode model && !model.has(FRAMEWORK)) {
      model.put(FRAMEWORK, USUAL_FRAMEWORK);
    }
    if (tree.get(OBJECTIVE) instanceof ObjectNode objective && !objective.has(LOSS)) {
      objective.set(LOSS, usualLoss(tree));
    }
  }

  /** Leaves out what need not be named. */
  static void strip(JsonNode tree) {
    ObjectNode model = (ObjectNode) tree.get(MODEL);
    if (model.path(FRAMEWORK).asText().equals(USUAL_FRAMEWORK)) {
      model.remove(FRAMEWORK);
    }
    ObjectNode objective = (ObjectNode) tree.get(OBJECTIVE);
    if (objective.get(LOSS).equals(usualLoss(tree))) {
      objective.remove(LOSS);
    }
  }

  private static ObjectNode usualLoss(JsonNode tree) {
    boolean albef = tree.at("/method/name").asText().equals("albef");
    ObjectNode loss = ((ObjectNode) tree).objectNode();
    return loss.put("name", albef ? LossConfig.MOMENTUM : LossConfig.IN_BATCH);
  }
}
