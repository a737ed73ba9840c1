// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.run;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.falcon.data.FalconException;
import dev.falcon.data.file.Json;
import dev.falcon.eval.metric.Scores;

/** Parses a line of metrics.jsonl, for resumed runs and for the tables and pages of runs. */
public final class MetricsLine {
  private MetricsLine() {}

  /**
   * Returns the line's object, whose {@code epoch} must be a whole number, at least 0.
   *
   * @param place the file and the line, for the message
   * @throws FalconException if the line is not such an object
   */
  public static JsonNode parse(String place, String line) {
    JsonNode node;
    try {
      node = Json.mapper().readTree(line);
    } catch (JsonProcessingException e) {
      throw new FalconException(place + ": is a line that is not JSON: " + Json.reason(e), e);
    }
    JsonNode epoch = node.path("epoch");
    if (!epoch.canConvertToInt() || epoch.intValue() < 0 || epoch.intValue() == Integer.MAX_VALUE) {
      throw new FalconException(
          place + ": is a line without its epoch; it must be a whole number from 0");
    }
    return node;
  }

  /**
   * Returns the value of {@code step} in a line.
   *
   * @throws FalconException if the line has none
   */
  public static long step(String place, JsonNode line) {
    if (!line.path("step").canConvertToLong()) {
      throw new FalconException(place + ": is a line without its step; it must be a whole number");
    }
    return line.get("step").longValue();
  }

  /**
   * Returns the scores in a line of an evaluation of fine-tuning.
   *
   * @throws FalconException if the line holds none
   */
  public static Scores scores(String place, JsonNode line) {
    try {
      Scores scores = Json.mapper().convertValue(line.path("evaluation"), Scores.class);
      if (scores != null) {
        return scores;
      }
    } catch (IllegalArgumentException e) {
      throw new FalconException(place + ": is a line whose evaluation holds no scores", e);
    }
    throw new FalconException(place + ": is a line whose evaluation holds no scores");
  }
}
