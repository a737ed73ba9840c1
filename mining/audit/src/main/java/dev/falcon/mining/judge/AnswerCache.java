// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.judge;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.falcon.data.FalconException;
import dev.falcon.data.file.Folders;
import dev.falcon.data.file.Json;
import dev.falcon.data.file.LineJournal;
import dev.falcon.data.work.Shard;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Stream;

/**
 * The file of answers, to which lines are only added, so that no question is sent twice. A last
 * line that is incomplete because the process ended is removed. Thread-safe.
 */
final class AnswerCache implements AutoCloseable {
  private static final int FORCED_EVERY = 50;

  private final LineJournal lines;
  private final Map<String, JudgedAnswer> answers = new HashMap<>();
  private final ReentrantLock forcing = new ReentrantLock();
  private final AtomicInteger unforced = new AtomicInteger();

  private AnswerCache(LineJournal lines) {
    this.lines = lines;
  }

  /** Returns the file of a task's answers, which is beside the table. */
  static Path file(Path table, Shard shard) {
    String task = shard.count() == 1 ? "" : "-" + shard.index() + "-of-" + shard.count();
    return table.resolveSibling(table.getFileName() + ".answers" + task + ".jsonl");
  }

  /**
   * Opens the answers beside a table. Answers of all tasks are found, and new ones are added to
   * those of the given task.
   */
  static AnswerCache open(Path table, Shard shard) {
    Path file = file(table, shard);
    Folders.make(file.toAbsolutePath().getParent());
    AnswerCache cache = new AnswerCache(LineJournal.open(file));
    for (Path other : others(table)) {
      if (!other.getFileName().equals(file.getFileName())) {
        cache.read(other);
      }
    }
    cache.read(file);
    return cache;
  }

  /** Returns the files of answers of all tasks. */
  private static List<Path> others(Path table) {
    String begin = table.getFileName() + ".answers";
    try (Stream<Path> files = Folders.list(table.toAbsolutePath().getParent()).stream()) {
      return files
          .filter(file -> file.getFileName().toString().startsWith(begin))
          .filter(file -> file.getFileName().toString().endsWith(".jsonl"))
          .sorted()
          .toList();
    }
  }

  /** Reads all complete lines of a file. */
  private void read(Path file) {
    int number = 0;
    for (String line : LineJournal.lines(file)) {
      number++;
      try {
        if (!line.isBlank()) {
          JudgedAnswer answer = Json.mapper().readValue(line, JudgedAnswer.class);
          if (answer == null || !answer.isSound()) {
            throw noAnswer(file, number, null);
          }
          answers.put(answer.key(), answer);
        }
      } catch (JsonProcessingException e) {
        throw noAnswer(file, number, e);
      }
    }
  }

  private static FalconException noAnswer(Path file, int line, Exception cause) {
    return new FalconException(
        file + ":" + line + ": is not an answer; delete the line to have it asked again", cause);
  }

  synchronized Optional<JudgedAnswer> find(String key) {
    return Optional.ofNullable(answers.get(key));
  }

  /** Adds an answer. A thread that forces the file to disk does not block other threads. */
  void add(JudgedAnswer answer) {
    lines.add(Json.line(answer));
    synchronized (this) {
      answers.put(answer.key(), answer);
    }
    if (unforced.incrementAndGet() >= FORCED_EVERY && forcing.tryLock()) {
      try {
        int before = unforced.get();
        lines.force();
        unforced.addAndGet(-before);
      } finally {
        forcing.unlock();
      }
    }
  }

  @Override
  public void close() {
    try (lines) {
      lines.force();
    }
  }
}
