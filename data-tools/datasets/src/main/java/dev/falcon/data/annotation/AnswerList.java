// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.annotation;

import com.fasterxml.jackson.databind.JsonNode;
import dev.falcon.data.FalconException;
import dev.falcon.data.file.Json;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The candidate answers of a model: a JSON list of texts, such as {@code answer_list.json}. */
public final class AnswerList {
  private AnswerList() {}

  /**
   * Reads a list of answers.
   *
   * @throws FalconException if the list is empty, contains an answer twice, or contains anything
   *     but text
   */
  public static List<String> read(Path file) {
    JsonNode list = Json.readTree(file);
    if (!list.isArray()) {
      throw new FalconException(file + ": must be a JSON list of answers");
    }
    Set<String> answers = new LinkedHashSet<>();
    for (JsonNode answer : list) {
      String place = file + ": element " + answers.size();
      if (!answer.isTextual() || answer.textValue().isBlank()) {
        throw new FalconException(place + " must be an answer as text; it is " + answer);
      }
      if (!answers.add(answer.textValue())) {
        throw new FalconException(place + ": the answer '" + answer.textValue() + "' is twice");
      }
    }
    if (answers.isEmpty()) {
      throw new FalconException(file + ": holds no answer");
    }
    return List.copyOf(answers);
  }
}
