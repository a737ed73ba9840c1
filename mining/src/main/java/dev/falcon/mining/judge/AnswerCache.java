package dev.falcon.mining.judge;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.falcon.data.FalconException;
import dev.falcon.data.file.Folders;
import dev.falcon.data.file.Json;
import dev.falcon.data.file.Shard;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
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

  private final Path file;
  private final FileChannel channel;
  private final Map<String, JudgedAnswer> answers = new HashMap<>();
  private final ReentrantLock forcing = new ReentrantLock();
  private final AtomicInteger unforced = new AtomicInteger();

  private AnswerCache(Path file, FileChannel channel) {
    this.file = file;
    this.channel = channel;
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
    try {
      FileChannel channel =
          FileChannel.open(
              file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
      AnswerCache cache = new AnswerCache(file, channel);
      for (Path other : others(table)) {
        if (!other.getFileName().equals(file.getFileName())) {
          cache.read(other);
        }
      }
      long end = cache.read(file);
      channel.truncate(end).position(end);
      return cache;
    } catch (IOException e) {
      throw new FalconException(file + ": cannot be opened: " + e.getMessage(), e);
    }
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

  /** Reads all complete lines of a file, and returns their length in bytes. */
  private long read(Path file) throws IOException {
    String text = Files.readString(file);
    String whole = text.substring(0, text.lastIndexOf('\n') + 1);
    int number = 0;
    for (String line : whole.split("\n", -1)) {
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
    return whole.getBytes(StandardCharsets.UTF_8).length;
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
    try {
      if (append(answer) >= FORCED_EVERY && forcing.tryLock()) {
        try {
          int before = unforced.get();
          channel.force(false);
          unforced.addAndGet(-before);
        } finally {
          forcing.unlock();
        }
      }
    } catch (IOException e) {
      throw new FalconException(file + ": cannot be written: " + e.getMessage(), e);
    }
  }

  /** Writes a line, and returns the number of lines that are not forced to disk yet. */
  private synchronized int append(JudgedAnswer answer) throws IOException {
    answers.put(answer.key(), answer);
    ByteBuffer line = ByteBuffer.wrap((Json.line(answer) + "\n").getBytes(StandardCharsets.UTF_8));
    while (line.hasRemaining()) {
      channel.write(line);
    }
    return unforced.incrementAndGet();
  }

  @Override
  public synchronized void close() {
    try (channel) {
      channel.force(false);
    } catch (IOException e) {
      throw new FalconException(file + ": cannot be written: " + e.getMessage(), e);
    }
  }
}
