// SPDX-License-Identifier: Apache-2.0
package dev.falcon.eval.datacomp;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.falcon.data.FalconException;
import dev.falcon.data.file.AtomicFile;
import dev.falcon.eval.metric.Scores;
import java.io.IOException;
import java.nio.charset.MalformedInputException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * {@code eval_results.jsonl}: one JSON object per line, in exactly DataComp's own format, so that
 * its aggregator and other readers accept it.
 */
public final class ResultFile {
  /** The file's name within an output folder. */
  public static final String NAME = "eval_results.jsonl";

  private static final ObjectMapper READER =
      JsonMapper.builder().enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS).build();

  private ResultFile() {}

  /** Returns the line of a result, without its line feed. */
  public static String line(TaskResult result) {
    Map<String, Object> object = new LinkedHashMap<>();
    object.put("key", result.key());
    object.put("dataset", result.dataset());
    object.put("metrics", result.metrics().values());
    return PythonJson.write(object);
  }

  /** Writes the results in the given order, replacing an older file. */
  public static void write(Path file, List<TaskResult> results) {
    StringBuilder text = new StringBuilder();
    for (TaskResult result : results) {
      text.append(line(result)).append('\n');
    }
    AtomicFile.write(file, text.toString());
  }

  /**
   * Reads the results of a file. If a task occurs twice, its last line counts, in the place of the
   * first.
   *
   * @throws FalconException naming the first line that is not a result
   */
  public static List<TaskResult> read(Path file) {
    List<String> lines;
    try {
      lines = Files.readAllLines(file);
    } catch (MalformedInputException e) {
      throw new FalconException(file + ": is not UTF-8 text, so it holds no results", e);
    } catch (IOException e) {
      throw new FalconException(file + ": cannot be read: " + e.getMessage(), e);
    }
    Map<String, TaskResult> results = new LinkedHashMap<>();
    for (int i = 0; i < lines.size(); i++) {
      if (!lines.get(i).isBlank()) {
        TaskResult result = parse(lines.get(i), file + ", line " + (i + 1));
        results.put(result.key(), result);
      }
    }
    return new ArrayList<>(results.values());
  }

  private static TaskResult parse(String line, String where) {
    JsonNode object;
    try {
      object = READER.readTree(line);
    } catch (JsonProcessingException e) {
      throw new FalconException(
          where + ": not whole JSON; remove the line, and its task is evaluated again", e);
    }
    JsonNode metrics = object.path("metrics");
    if (!object.path("key").isTextual()
        || !object.path("dataset").isTextual()
        || !metrics.isObject()) {
      throw new FalconException(
          where + ": not a result, which has the keys \"key\", \"dataset\" and \"metrics\"");
    }
    Map<String, Double> values = new LinkedHashMap<>();
    for (Map.Entry<String, JsonNode> metric : metrics.properties()) {
      JsonNode value = metric.getValue();
      if (!value.isNumber() && !value.isNull()) {
        throw new FalconException(
            where + ": the metric " + metric.getKey() + " must be a number or null; is " + value);
      }
      values.put(metric.getKey(), value.isNull() ? null : value.doubleValue());
    }
    return new TaskResult(
        object.get("key").textValue(), object.get("dataset").textValue(), Scores.of(values));
  }
}
