// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.work;

import dev.falcon.data.FalconException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Missing units of work, reported as the tasks that process them, in the syntax of schedulers.
 *
 * @param units the numbers of the missing units
 */
public record TaskList(List<Integer> units) {
  public TaskList {
    units = List.copyOf(units);
  }

  /** Returns the list for these units. */
  public static TaskList of(List<Integer> units) {
    return new TaskList(units);
  }

  /**
   * Returns the number of tasks recorded in a file.
   *
   * @throws FalconException if the number is impossible
   */
  public static int count(Path file, int count) {
    if (count < 1) {
      throw new FalconException(
          file + ": its count of tasks is " + count + "; it must be at least 1");
    }
    return count;
  }

  /**
   * Refuses work with missing units.
   *
   * @param folder the folder of the work
   * @param total the number of units
   * @param tasks the number of tasks that share the work
   * @param units the plural name of the units
   * @param remedy the advice that produces the missing units, which the list of tasks completes
   * @throws FalconException that names the tasks to repeat
   */
  public static void requireNone(
      List<Integer> missing, Path folder, int total, int tasks, String units, String remedy) {
    if (!missing.isEmpty()) {
      throw new FalconException(
          String.format(
              Locale.ROOT,
              "%s: %d of %d %s are missing; %s by tasks %s",
              folder,
              missing.size(),
              total,
              units,
              remedy,
              of(missing).forTasks(tasks)));
    }
  }

  /** Returns the tasks to repeat, such as {@code --array=1,4-6 of 16}. */
  public String forTasks(int count) {
    SortedSet<Integer> tasks =
        units.stream().map(unit -> unit % count).collect(Collectors.toCollection(TreeSet::new));
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
