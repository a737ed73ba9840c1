// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.work;

import dev.falcon.data.FalconException;
import dev.falcon.data.file.Folders;
import dev.falcon.data.file.Json;
import java.nio.file.Path;

/**
 * The recorded number of tasks that share work, from which the tasks to repeat are listed.
 *
 * @param file the file that holds the number
 */
public record TaskCount(Path file) {
  /** The file's name. */
  public static final String FILE_NAME = "tasks.json";

  private record Content(int count) {}

  /** Returns the record of the number of tasks in a folder. */
  public static TaskCount in(Path folder) {
    return new TaskCount(folder.resolve(FILE_NAME));
  }

  /** Records the number. */
  public void keep(int count) {
    Json.writeAttempt(file, new Content(count));
  }

  /**
   * Returns a number of tasks that a file records.
   *
   * @throws FalconException if the number is impossible
   */
  public static int require(Path file, int count) {
    if (count < 1) {
      throw new FalconException(
          file + ": its count of tasks is " + count + "; it must be at least 1");
    }
    return count;
  }

  /**
   * Returns the recorded number; 1 if there is none.
   *
   * @throws FalconException if the file does not hold a possible number of tasks
   */
  public int read() {
    return Folders.exists(file) ? require(file, Json.read(file, Content.class).count()) : 1;
  }
}
