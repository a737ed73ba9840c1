package dev.falcon.data.parts;

import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Units that are missing, told as the tasks that do them, in a form that schedulers take.
 *
 * @param units by number
 */
public record TaskList(List<Integer> units) {
  public TaskList {
    units = List.copyOf(units);
  }

  /** Of these units. */
  public static TaskList of(List<Integer> units) {
    return new TaskList(units);
  }

  /** Such as {@code --array=1,4-6 of 16}. */
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
