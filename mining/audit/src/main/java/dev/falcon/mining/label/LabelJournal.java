// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.label;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.falcon.data.FalconException;
import dev.falcon.data.file.Json;
import dev.falcon.data.file.LineJournal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * One annotator's answers, in a file to which lines are only added. An answer is on the disk before
 * it counts. A last line that is incomplete because the process ended is ignored, and removed
 * before the next is written.
 */
public final class LabelJournal implements AutoCloseable {
  /** Suffix of the file's name. */
  static final String SUFFIX = ".jsonl";

  private final LineJournal lines;

  private LabelJournal(LineJournal lines) {
    this.lines = lines;
  }

  /** Opens a journal for adding answers. */
  static LabelJournal open(Path file) {
    return new LabelJournal(LineJournal.open(file));
  }

  /** Adds an answer, and returns once it is on the disk. */
  public void add(LabelAnswer answer) {
    lines.addForced(Json.line(answer));
  }

  @Override
  public void close() {
    lines.close();
  }

  /**
   * Reads a journal.
   *
   * @param order the digest that every answer must have
   * @throws FalconException naming the line of an answer that is damaged, or belongs to another
   *     order
   */
  static List<LabelAnswer> read(Path file, String order) {
    List<LabelAnswer> answers = new ArrayList<>();
    int number = 0;
    for (String line : LineJournal.lines(file)) {
      number++;
      if (!line.isBlank()) {
        answers.add(answer(file + ":" + number, line, order));
      }
    }
    return answers;
  }

  private static LabelAnswer answer(String place, String line, String order) {
    LabelAnswer answer;
    try {
      answer = Json.mapper().readValue(line, LabelAnswer.class);
    } catch (JsonProcessingException e) {
      throw new FalconException(place + ": is not an answer: " + e.getOriginalMessage(), e);
    }
    if (answer == null
        || answer.imageKey() == null
        || answer.textKey() == null
        || answer.annotator() == null) {
      throw new FalconException(
          place + ": is not an answer, which must have image_key, text_key, match and annotator");
    }
    if (!Objects.equals(answer.order(), order)) {
      throw new FalconException(
          place
              + ": answers another order of pairs than this folder's order.parquet; keep the"
              + " answers of each order in a folder of their own");
    }
    return answer;
  }
}
