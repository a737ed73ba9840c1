// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.events;

import com.fasterxml.jackson.databind.JsonNode;
import dev.falcon.data.FalconException;
import dev.falcon.data.file.Folders;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/**
 * Writes a run's metrics as an event file, which TensorBoard opens: each number of a line under its
 * path, such as {@code chain/quantile_mean}.
 */
public final class EventLog implements AutoCloseable {
  private final Path file;
  private EventRecords records;

  private EventLog(Path file) {
    this.file = file;
  }

  /**
   * Opens the file of a run that resumes at a step.
   *
   * @param step the step; earlier events of this step or later ones are dropped
   * @param again the number of steps after which evaluations are repeated; their earlier events are
   *     dropped
   * @param config the file of the effective configuration, which is shown as text
   */
  public static EventLog open(Path file, long step, long again, Path config) {
    EventLog log = new EventLog(file);
    try {
      log.records =
          EventRecords.open(
              file, event -> Event.stepOf(event) < (Event.evaluates(event) ? again : step));
      if (Files.size(file) == 0) {
        log.records.write(Event.version());
        if (Folders.exists(config)) {
          log.records.write(Event.ofRun("config", "```\n" + Files.readString(config) + "\n```"));
        }
      }
    } catch (IOException e) {
      throw log.failure(e);
    }
    return log;
  }

  /**
   * Writes a line's numbers.
   *
   * @param step the step at which the numbers are shown
   * @param line the line, as in metrics.jsonl
   * @param shown what is shown besides the numbers
   */
  public void write(long step, JsonNode line, Shown shown) {
    Event event = new Event(step);
    boolean evaluates = Event.EVALUATIONS.stream().anyMatch(line::has);
    for (Map.Entry<String, JsonNode> field : line.properties()) {
      if (!field.getKey().equals("step") && !(evaluates && field.getKey().equals("epoch"))) {
        numbers(event, field.getKey(), field.getValue());
      }
    }
    if (shown.quantiles().length > 0) {
      event.histogram("chain/quantiles", shown.quantiles());
    }
    for (int i = 0; i < shown.pairs().size(); i++) {
      Shown.Pair pair = shown.pairs().get(i);
      event.picture("hardest/" + (i + 1), pair.png(), pair.width(), pair.height());
      event.text("hardest/" + (i + 1) + "/captions", pair.text());
    }
    try {
      records.write(event.bytes());
    } catch (IOException e) {
      throw failure(e);
    }
  }

  private static void numbers(Event event, String tag, JsonNode value) {
    if (value.isNumber()) {
      event.scalar(tag, value.asDouble());
    } else if (value.isObject()) {
      value
          .properties()
          .forEach(field -> numbers(event, tag + "/" + field.getKey(), field.getValue()));
    }
  }

  /** Flushes the events to disk. */
  public void flush() {
    try {
      records.flush();
    } catch (IOException e) {
      throw failure(e);
    }
  }

  private FalconException failure(IOException cause) {
    return new FalconException(file + ": cannot be written: " + cause.getMessage(), cause);
  }

  @Override
  public void close() {
    try {
      records.close();
    } catch (IOException e) {
      throw failure(e);
    }
  }
}
