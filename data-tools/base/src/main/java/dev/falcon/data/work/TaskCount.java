// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.work;

import dev.falcon.data.FalconException;
import dev.falcon.data.file.Folders;
import dev.falcon.data.file.Json;
import java.nio.file.Path;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

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

  /**
   * Returns the tasks to repeat in the syntax of schedulers, such as {@code --array=1,4-6 of 16}.
   *
   * @param missing the unfinished units
   * @param count the number of tasks
   */
  static String tasks(List<Integer> missing, int count) {
    SortedSet<Integer> tasks =
        missing.stream().map(unit -> unit % count).collect(Collectors.toCollection(TreeSet::new));
    return "--array=" + ranges(tasks) + " of " + count;
  }

  private static String ranges(SortedSet<Integer> numbers) {
    return numbers.stream()
        .filter(number -> !numbers.contains(number - 1))
        .map(
            first -> {
              int last =
                  IntStream.iterate(first, n -> n + 1)
                      .filter(n -> !numbers.contains(n + 1))
                      .findFirst()
                      .orElseThrow();
              return first == last ? Integer.toString(first) : first + "-" + last;
            })
        .collect(Collectors.joining(","));
  }
}
