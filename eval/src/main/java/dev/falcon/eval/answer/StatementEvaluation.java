// SPDX-License-Identifier: Apache-2.0
package dev.falcon.eval.answer;

import dev.falcon.data.FalconException;
import dev.falcon.data.InputRole;
import dev.falcon.data.Provenance;
import dev.falcon.data.annotation.PictureStatement;
import dev.falcon.data.annotation.StatementFiles;
import dev.falcon.data.file.TextFiles;
import dev.falcon.data.table.CsvText;
import dev.falcon.eval.internal.task.Predictions;
import dev.falcon.eval.metric.Scores;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Evaluates predictions for NLVR2's statements. */
public final class StatementEvaluation {
  private static final double PERCENT = 100;

  private StatementEvaluation() {}

  /**
   * Evaluates a file of predictions. Predictions for other statements are ignored, as in the
   * official evaluation.
   *
   * @param predictions lines {@code identifier,True}, in any case; or a JSON list or JSON lines of
   *     {@code {identifier, prediction}}
   * @param statements NLVR2's JSON lines or ALBEF's list, with labels
   * @throws FalconException if a statement has no prediction or several, or no label
   */
  public static StatementResult run(Path predictions, Path statements) {
    List<PictureStatement> asked = StatementFiles.read(statements);
    Predictions said = isJson(predictions) ? ofJson(predictions) : ofLines(predictions);
    said.mustCover(asked.stream().map(PictureStatement::id).toList(), "statement");
    int right = 0;
    int trueOnes = 0;
    Map<String, Boolean> allRight = new HashMap<>();
    for (PictureStatement statement : asked) {
      boolean label =
          statement
              .label()
              .orElseThrow(
                  () -> new FalconException(statements + ": " + statement.id() + " has no label"));
      boolean isRight = label == Boolean.parseBoolean(said.of(statement.id()));
      right += isRight ? 1 : 0;
      trueOnes += label ? 1 : 0;
      allRight.merge(statement.sentenceId(), isRight, Boolean::logicalAnd);
    }
    long consistent = allRight.values().stream().filter(all -> all).count();
    return new StatementResult(
        Provenance.of(
            "eval nlvr",
            0,
            Map.of(),
            List.of(
                Provenance.Input.of(InputRole.PREDICTIONS, predictions),
                Provenance.Input.of(InputRole.STATEMENTS, statements))),
        asked.size(),
        allRight.size(),
        Scores.NONE
            .with("accuracy", PERCENT * right / asked.size())
            .with("consistency", PERCENT * consistent / allRight.size())
            .with(
                "majority", PERCENT * Math.max(trueOnes, asked.size() - trueOnes) / asked.size()));
  }

  /**
   * Returns a line of predictions, with its line feed. An identifier that a spreadsheet would take
   * for a formula gets a leading apostrophe, which {@link #run} removes.
   *
   * @throws FalconException if the identifier holds a comma or a line break, which the format
   *     cannot represent
   */
  public static String line(String identifier, boolean holds) {
    if (identifier.matches("(?s).*[,\\v].*")) {
      throw new FalconException(
          "the identifier "
              + identifier
              + " holds a comma or a line break, which a line 'identifier,True' cannot hold");
    }
    return CsvText.guarded(identifier) + (holds ? ",True\n" : ",False\n");
  }

  private static boolean isJson(Path file) {
    try (var input = Files.newInputStream(file)) {
      int first = input.read();
      return first == '[' || first == '{';
    } catch (IOException e) {
      throw new FalconException(file + ": cannot be read: " + e.getMessage(), e);
    }
  }

  private static Predictions ofJson(Path file) {
    return Predictions.read(
        file,
        item -> item.id("identifier"),
        item -> word(item.place(), item.node().path("prediction").asText()));
  }

  private static Predictions ofLines(Path file) {
    Predictions predictions = Predictions.of(file);
    int number = 0;
    try {
      for (String line : TextFiles.lines(file)) {
        String place = file + ": line " + ++number;
        String[] cells = line.split(",", -1);
        if (line.isBlank()) {
          continue;
        }
        if (cells.length != 2) {
          throw new FalconException(place + ": must be 'identifier,True' or 'identifier,False'");
        }
        predictions.add(place, CsvText.unguarded(cells[0].strip()), word(place, cells[1]));
      }
    } catch (CharacterCodingException e) {
      throw new FalconException(file + ": is no text in UTF-8", e);
    } catch (IOException | UncheckedIOException e) {
      throw new FalconException(file + ": cannot be read: " + e.getMessage(), e);
    }
    return predictions;
  }

  private static String word(String place, String text) {
    String word = text.strip().toLowerCase(Locale.ROOT);
    if (!word.equals("true") && !word.equals("false")) {
      throw new FalconException(place + ": the prediction must be True or False; it is " + text);
    }
    return word;
  }
}
