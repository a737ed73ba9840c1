// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.annotation;

import com.fasterxml.jackson.databind.JsonNode;
import dev.falcon.data.FalconException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Reads statements about pictures: NLVR2's JSON lines ({@code sentence, label, identifier} and, in
 * training, {@code directory}), and ALBEF's list of {@code {sentence, label, images}}. All
 * statements are held in memory.
 */
public final class StatementFiles {
  private StatementFiles() {}

  /**
   * Reads a file.
   *
   * @throws FalconException if a field is wrong or an identifier occurs twice; the message names
   *     file, line and field
   */
  public static List<PictureStatement> read(Path file) {
    List<PictureStatement> statements = new ArrayList<>();
    Map<String, String> placeOf = new HashMap<>();
    JsonItems.lines(
        file,
        (list, item) -> {
          PictureStatement statement = statement(item, statements.size());
          String before = placeOf.put(statement.id(), item.place());
          if (before != null) {
            throw new FalconException(
                item.place()
                    + ": identifier "
                    + statement.id()
                    + " is there twice, first at "
                    + before);
          }
          statements.add(statement);
        });
    if (statements.isEmpty()) {
      throw new FalconException(file + ": holds no statement");
    }
    return List.copyOf(statements);
  }

  private static PictureStatement statement(JsonItem item, int number) {
    if (!item.has("sentence") && (item.has("question") || item.has("questions"))) {
      throw new FalconException(
          item.place()
              + ": has questions; expected statements: NLVR2's JSON lines {sentence, label,"
              + " identifier} or a list of {sentence, label, images}");
    }
    String sentence = item.text("sentence");
    Optional<Boolean> label = item.has("label") ? Optional.of(label(item)) : Optional.empty();
    if (item.has("images")) {
      String id = item.has("identifier") ? item.id("identifier") : Integer.toString(number);
      return new PictureStatement(id, item.texts("images"), sentence, label);
    }
    String id = item.text("identifier");
    int end = id.lastIndexOf('-');
    if (id.split("-", -1).length != 4) {
      throw item.wrong(
          "identifier", "must be split-set-pair-sentence", item.node().get("identifier"));
    }
    String folder = item.has("directory") ? item.id("directory") + "/" : "";
    String pair = folder + id.substring(0, end);
    return new PictureStatement(
        id, List.of(pair + "-img0.png", pair + "-img1.png"), sentence, label);
  }

  private static boolean label(JsonItem item) {
    JsonNode label = item.node().get("label");
    String word = label.asText().toLowerCase(Locale.ROOT);
    if (!word.equals("true") && !word.equals("false")) {
      throw item.wrong("label", "must be \"True\" or \"False\"", label);
    }
    return word.equals("true");
  }
}
