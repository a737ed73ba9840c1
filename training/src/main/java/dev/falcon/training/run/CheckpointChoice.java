package dev.falcon.training.run;

import dev.falcon.data.RequestException;
import java.nio.file.Path;

/** Which of a run's checkpoints. */
public sealed interface CheckpointChoice {
  /** What {@link #parse} takes before an epoch's number. */
  String EPOCH = "epoch:";

  /** The newest. */
  record Newest() implements CheckpointChoice {}

  /**
   * The one at an epoch's end.
   *
   * @param epochs how many epochs had been trained, from 1
   */
  record AfterEpoch(int epochs) implements CheckpointChoice {
    public AfterEpoch {
      if (epochs < 1) {
        throw new RequestException("a checkpoint's epoch counts from 1; epoch=" + epochs);
      }
    }
  }

  /**
   * A certain file, wherever it lies.
   *
   * @param file the checkpoint
   */
  record InFile(Path file) implements CheckpointChoice {}

  /** Reads {@code newest}, {@code epoch:N} or a file's path. */
  static CheckpointChoice parse(String text) {
    if (text.equals("newest")) {
      return new Newest();
    }
    if (!text.startsWith(EPOCH)) {
      return new InFile(Path.of(text));
    }
    String number = text.substring(EPOCH.length());
    if (!number.matches("\\d{1,6}")) {
      throw new RequestException(
          "a checkpoint must be newest, epoch:N or a file; checkpoint=" + text);
    }
    return new AfterEpoch(Integer.parseInt(number));
  }
}
