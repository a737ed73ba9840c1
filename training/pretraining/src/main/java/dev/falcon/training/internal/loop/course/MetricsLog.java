// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.loop.course;

import com.fasterxml.jackson.databind.JsonNode;
import dev.falcon.data.FalconException;
import dev.falcon.data.file.AtomicFile;
import dev.falcon.data.file.Folders;
import dev.falcon.data.file.Json;
import dev.falcon.data.file.LineJournal;
import dev.falcon.eval.metric.Scores;
import dev.falcon.training.internal.events.EventLog;
import dev.falcon.training.internal.events.Shown;
import dev.falcon.training.run.MetricsLine;
import dev.falcon.training.run.RunFolder;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;

/** Writes metrics.jsonl and the event file line by line, and epochs.csv from metrics.jsonl. */
public final class MetricsLog implements AutoCloseable {
  private final RunFolder folder;
  private LineJournal lines;
  private EventLog events;

  /** The scores of retrieval after an epoch; {@code step} is the number of steps taken. */
  public record Evaluation(int epoch, long step, Scores retrieval) {}

  /**
   * The scores of fine-tuning after an epoch, one group per set; {@code step} is the number of
   * steps taken.
   */
  public record Measured(int epoch, long step, Scores evaluation) {}

  private MetricsLog(RunFolder folder) {
    this.folder = folder;
  }

  /**
   * Opens the log of a run that resumes at a step; lines of later steps are dropped.
   *
   * @param again the number of steps from which on evaluations are also dropped, since they are
   *     repeated
   */
  public static MetricsLog open(RunFolder folder, long step, long again) {
    MetricsLog log = new MetricsLog(folder);
    try {
      log.truncate(step, again);
      log.lines = LineJournal.open(folder.metrics());
    } catch (IOException e) {
      throw log.failure(e);
    }
    log.events = EventLog.open(folder.events(), step, again, folder.config());
    return log;
  }

  private void truncate(long step, long again) throws IOException {
    if (!Folders.exists(folder.metrics())) {
      return;
    }
    LineJournal.open(folder.metrics()).close(); // removes an incomplete last line
    try (AtomicFile kept = AtomicFile.create(folder.metrics());
        BufferedReader reader = Files.newBufferedReader(folder.metrics())) {
      try (BufferedWriter copy = Files.newBufferedWriter(kept.path())) {
        String line = reader.readLine();
        while (line != null && keeps(line, step, again)) {
          copy.write(line + "\n");
          line = reader.readLine();
        }
      }
      kept.commit();
    }
  }

  private boolean keeps(String line, long step, long again) {
    JsonNode node = MetricsLine.parse(folder.metrics().toString(), line);
    long at = MetricsLine.step(folder.metrics().toString(), node);
    boolean evaluated = node.has("retrieval") || node.has("evaluation");
    return at < (evaluated ? again : step);
  }

  /** Writes a line. */
  public void write(Object line) {
    lines.add(Json.line(line));
    JsonNode tree = Json.mapper().valueToTree(line);
    events.write(
        tree.get("step").asLong(),
        tree,
        line instanceof StepMetrics step ? step.shown() : Shown.NONE);
  }

  /** Flushes the events to disk and rewrites epochs.csv. */
  public void flush() {
    try {
      events.flush();
      try (BufferedReader all = Files.newBufferedReader(folder.metrics())) {
        AtomicFile.write(folder.epochs(), EpochTable.of(folder.metrics().toString(), all));
      }
    } catch (IOException e) {
      throw failure(e);
    }
  }

  private FalconException failure(IOException cause) {
    return new FalconException(
        folder.metrics() + ": cannot be written: " + cause.getMessage(), cause);
  }

  @Override
  public void close() {
    try {
      events.close();
    } finally {
      lines.close();
    }
  }
}
