package dev.falcon.mining.label;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.falcon.data.FalconException;
import dev.falcon.data.file.Json;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
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

  private final Path file;
  private final FileChannel channel;

  private LabelJournal(Path file, FileChannel channel) {
    this.file = file;
    this.channel = channel;
  }

  /** Opens a journal for adding answers. */
  static LabelJournal open(Path file) {
    try {
      FileChannel channel =
          FileChannel.open(
              file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
      long whole = wholeLines(Files.readAllBytes(file));
      channel.truncate(whole).position(whole);
      return new LabelJournal(file, channel);
    } catch (IOException e) {
      throw new FalconException(file + ": cannot be written: " + e.getMessage(), e);
    }
  }

  /** Adds an answer, and returns once it is on the disk. */
  public synchronized void add(LabelAnswer answer) {
    ByteBuffer line = ByteBuffer.wrap((Json.line(answer) + "\n").getBytes(StandardCharsets.UTF_8));
    try {
      while (line.hasRemaining()) {
        channel.write(line);
      }
      channel.force(false);
    } catch (IOException e) {
      throw new FalconException(file + ": cannot be written: " + e.getMessage(), e);
    }
  }

  @Override
  public void close() {
    try {
      channel.close();
    } catch (IOException e) {
      throw new FalconException(file + ": cannot be closed: " + e.getMessage(), e);
    }
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
    try {
      byte[] bytes = Files.readAllBytes(file);
      String text = new String(bytes, 0, wholeLines(bytes), StandardCharsets.UTF_8);
      int number = 0;
      for (String line : text.split("\n", -1)) {
        number++;
        if (!line.isBlank()) {
          answers.add(answer(file + ":" + number, line, order));
        }
      }
    } catch (IOException e) {
      throw new FalconException(file + ": cannot be read: " + e.getMessage(), e);
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

  /** Returns the length of all complete lines, in bytes. */
  private static int wholeLines(byte[] bytes) {
    int end = bytes.length;
    while (end > 0 && bytes[end - 1] != '\n') {
      end--;
    }
    return end;
  }
}
