package dev.falcon.training.run;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.falcon.data.FalconException;
import dev.falcon.data.file.Json;
import dev.falcon.eval.metric.Scores;

/** A line of metrics.jsonl, which a run that resumes reads, and the tables and pages of runs. */
public final class MetricsLine {
  private MetricsLine() {}

  /**
   * Returns the line's object, whose {@code epoch} is a whole number from 0.
   *
   * @param place the file and the line, for the message
   * @throws FalconException if it is no such object
   */
  public static JsonNode parse(String place, String line) {
    JsonNode node;
    try {
      node = Json.mapper().readTree(line);
    } catch (JsonProcessingException e) {
      throw new FalconException(place + ": is a line that is no JSON: " + Json.reason(e), e);
    }
    JsonNode epoch = node.path("epoch");
    if (!epoch.canConvertToInt() || epoch.intValue() < 0 || epoch.intValue() == Integer.MAX_VALUE) {
      throw new FalconException(
          place + ": is a line without its epoch; it must be a whole number from 0");
    }
    return node;
  }

  /**
   * Returns the number of steps that a line is of.
   *
   * @throws FalconException if it has none
   */
  public static long step(String place, JsonNode line) {
    if (!line.path("step").canConvertToLong()) {
      throw new FalconException(place + ": is a line without its step; it must be a whole number");
    }
    return line.get("step").longValue();
  }

  /**
   * Returns the scores of a line of fine-tuning's evaluation.
   *
   * @throws FalconException if it holds none
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
