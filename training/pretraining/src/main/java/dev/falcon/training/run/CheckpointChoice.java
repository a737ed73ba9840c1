// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.run;

import dev.falcon.data.RequestException;
import java.nio.file.Path;

/** The choice of one of a run's checkpoints. */
public sealed interface CheckpointChoice {
  /** The prefix of an epoch's number in {@link #parse}. */
  String EPOCH = "epoch:";

  /** The newest checkpoint. */
  record Newest() implements CheckpointChoice {}

  /**
   * The checkpoint at an epoch's end.
   *
   * @param epochs the number of trained epochs, at least 1
   */
  record AfterEpoch(int epochs) implements CheckpointChoice {
    public AfterEpoch {
      if (epochs < 1) {
        throw new RequestException("a checkpoint's epoch must be at least 1; epoch=" + epochs);
      }
    }
  }

  /**
   * A given file.
   *
   * @param file the checkpoint
   */
  record InFile(Path file) implements CheckpointChoice {}

  /** Parses {@code newest}, {@code epoch:N} or a file's path. */
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
