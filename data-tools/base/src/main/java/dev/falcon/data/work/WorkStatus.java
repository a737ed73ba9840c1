// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.work;

import dev.falcon.data.FalconException;
import dev.falcon.data.file.Folders;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The state of work that tasks share, as read from its folder.
 *
 * @param kind the kind of work: {@code plan}, {@code store}, {@code audit} or {@code lists}
 * @param complete whether the tasks' parts have been merged
 * @param parts number of parts; empty if it is not known yet
 * @param missing unfinished parts, ascending
 * @param tasks number of tasks that share the work; empty if it is not recorded
 * @param finished the times at which the finished parts were finished, ascending
 * @param counts further counts by name, such as search spaces that are mined but not yet in a part
 */
public record WorkStatus(
    String kind,
    boolean complete,
    OptionalInt parts,
    List<Integer> missing,
    OptionalInt tasks,
    List<Instant> finished,
    SortedMap<String, Long> counts) {
  private static final int LEAST_LOOKED_AT = 16;
  private static final double HOUR = Duration.ofHours(1).toMillis();

  public WorkStatus {
    missing = List.copyOf(missing);
    finished = finished.stream().sorted().toList();
    counts = new TreeMap<>(counts);
  }

  /** Returns the state of work whose parts are merged. */
  public static WorkStatus complete(String kind, int parts) {
    return new WorkStatus(
        kind,
        true,
        OptionalInt.of(parts),
        List.of(),
        OptionalInt.empty(),
        List.of(),
        new TreeMap<>(Map.of()));
  }

  /** Returns the number of finished parts. */
  public int done() {
    return complete ? parts.orElse(0) : finished.size();
  }

  /** Returns the time at which the latest part was finished; empty if there is none. */
  public Optional<Instant> last() {
    return finished.isEmpty() ? Optional.empty() : Optional.of(finished.get(finished.size() - 1));
  }

  /**
   * Returns the number of parts finished per hour, measured over the last quarter of the parts, but
   * at least 16, up to {@code now}, so that the rate falls when work has stopped. Empty until two
   * parts are finished, and after all are.
   *
   * @param now the current time
   */
  public OptionalDouble partsPerHour(Instant now) {
    int looked = Math.min(finished.size() - 1, Math.max(LEAST_LOOKED_AT, finished.size() / 4));
    if (looked < 1 || (parts.isPresent() && missing.isEmpty())) {
      return OptionalDouble.empty();
    }
    Instant since = finished.get(finished.size() - 1 - looked);
    Instant until = last().filter(now::isBefore).orElse(now);
    long milliseconds = Math.max(1, Duration.between(since, until).toMillis());
    return OptionalDouble.of(looked * HOUR / milliseconds);
  }

  /**
   * Returns the hours until all parts are finished at the rate of {@link #partsPerHour}; empty if
   * there is no rate.
   *
   * @param now the current time
   */
  public OptionalDouble hoursLeft(Instant now) {
    OptionalDouble rate = partsPerHour(now);
    return rate.isPresent() && parts.isPresent()
        ? OptionalDouble.of(missing.size() / rate.getAsDouble())
        : OptionalDouble.empty();
  }

  /** Returns the tasks whose parts are missing, as schedulers list them. */
  public Optional<String> missingTasks() {
    return missing.isEmpty() || tasks.isEmpty()
        ? Optional.empty()
        : Optional.of(tasks(missing, tasks.getAsInt()));
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

  /** Returns the time at which a file was last modified; empty if it does not exist. */
  public static Optional<Instant> written(Path file) {
    try {
      return Optional.of(Files.getLastModifiedTime(file).toInstant());
    } catch (NoSuchFileException e) {
      return Optional.empty();
    } catch (IOException e) {
      throw new FalconException(file + ": cannot be read: " + e.getMessage(), e);
    }
  }

  /** Returns the number of files in a folder whose name matches; 0 if there is no folder. */
  public static long count(Path folder, String name) {
    return Folders.isFolder(folder)
        ? Folders.list(folder).stream()
            .filter(file -> file.getFileName().toString().matches(name))
            .count()
        : 0;
  }
}
