package dev.falcon.data.file;

import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The number of tasks that share work, for the list of tasks to repeat.
 *
 * @param file that holds it
 */
public record TaskCount(Path file) {
  /** The file's name. */
  public static final String FILE_NAME = "tasks.json";

  private record Content(int count) {}

  /** The number of the tasks in a folder. */
  public static TaskCount in(Path folder) {
    return new TaskCount(folder.resolve(FILE_NAME));
  }

  /** Records the number. */
  public void keep(int count) {
    Json.writeAttempt(file, new Content(count));
  }

  /**
   * The recorded number; 1 where there is none.
   *
   * @throws dev.falcon.data.FalconException if it cannot be one
   */
  public int read() {
    return Files.exists(file) ? TaskList.count(file, Json.read(file, Content.class).count()) : 1;
  }
}
