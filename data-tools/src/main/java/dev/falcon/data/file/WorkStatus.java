package dev.falcon.data.file;

import dev.falcon.data.FalconException;
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
import java.util.TreeMap;

/**
 * The state of work that tasks share, as its folder shows it.
 *
 * @param kind of the work: {@code plan}, {@code store}, {@code audit} or {@code lists}
 * @param complete whether the tasks' parts have been merged
 * @param parts number of parts; empty where it is not known yet
 * @param missing unfinished parts, ascending
 * @param tasks number of tasks that share the work; empty where it is not recorded
 * @param finished when each finished part was finished, ascending
 * @param counts further numbers by name, such as search spaces that are mined but not in a part
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

  /** The state of work whose parts are merged. */
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

  /** Number of finished parts. */
  public int done() {
    return complete ? parts.orElse(0) : finished.size();
  }

  /** When a part was finished last. */
  public Optional<Instant> last() {
    return finished.isEmpty() ? Optional.empty() : Optional.of(finished.get(finished.size() - 1));
  }

  /**
   * The rate at which parts were finished: over the last quarter of them, 16 at least, until now,
   * so that work that has stopped becomes slow. Empty before two are finished, and after all are.
   *
   * @param now the time of the question
   */
  public OptionalDouble partsPerHour(Instant now) {
    int looked = Math.min(finished.size() - 1, Math.max(LEAST_LOOKED_AT, finished.size() / 4));
    if (looked < 1 || (parts.isPresent() && missing.isEmpty())) {
      return OptionalDouble.empty();
    }
    Instant since = finished.get(finished.size() - 1 - looked);
    long milliseconds = Math.max(1, Duration.between(since, now).toMillis());
    return OptionalDouble.of(looked * HOUR / milliseconds);
  }

  /**
   * Hours until all parts are finished, at that rate.
   *
   * @param now the time of the question
   */
  public OptionalDouble hoursLeft(Instant now) {
    OptionalDouble rate = partsPerHour(now);
    return rate.isPresent() && parts.isPresent()
        ? OptionalDouble.of(missing.size() / rate.getAsDouble())
        : OptionalDouble.empty();
  }

  /** The tasks whose parts are missing, as schedulers list them. */
  public Optional<String> missingTasks() {
    return missing.isEmpty() || tasks.isEmpty()
        ? Optional.empty()
        : Optional.of(TaskList.of(missing).forTasks(tasks.getAsInt()));
  }

  /** When a file was written; empty where it is not there (any more). */
  public static Optional<Instant> written(Path file) {
    try {
      return Optional.of(Files.getLastModifiedTime(file).toInstant());
    } catch (NoSuchFileException e) {
      return Optional.empty();
    } catch (IOException e) {
      throw new FalconException(file + ": cannot be read: " + e.getMessage(), e);
    }
  }

  /** The number of files in a folder whose name matches; 0 where there is no folder. */
  public static long count(Path folder, String name) {
    return Files.isDirectory(folder)
        ? Folders.list(folder).stream()
            .filter(file -> file.getFileName().toString().matches(name))
            .count()
        : 0;
  }
}
