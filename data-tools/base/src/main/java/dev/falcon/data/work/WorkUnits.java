// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.work;

import dev.falcon.data.FalconException;
import dev.falcon.data.file.Folders;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SortedMap;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * Work in numbered units that any number of tasks share, such as the parts of a plan. A unit's
 * result is a file that is complete once it exists, whichever task wrote it.
 *
 * @param count the number of units
 * @param result returns the file of a unit's result
 * @param done returns whether a unit is finished
 */
public record WorkUnits(int count, IntFunction<Path> result, IntPredicate done) {
  /** Units each of which is finished once the file of its result exists. */
  public WorkUnits(int count, IntFunction<Path> result) {
    this(count, result, unit -> Folders.exists(result.apply(unit)));
  }

  /** Returns whether a unit is finished. */
  public boolean isDone(int unit) {
    return done.test(unit);
  }

  /** Returns the unfinished units, ascending. */
  public List<Integer> missing() {
    return IntStream.range(0, count).filter(done.negate()).boxed().toList();
  }

  /**
   * Refuses to complete work that has unfinished units.
   *
   * @param place the folder of the work
   * @param tasks the number of tasks that share it
   * @param name the plural name of the units
   * @param remedy the advice that finishes them, which the list of tasks completes
   * @throws dev.falcon.data.FalconException that names the tasks to repeat
   */
  public void requireAll(Path place, int tasks, String name, String remedy) {
    List<Integer> missing = missing();
    if (!missing.isEmpty()) {
      throw new FalconException(
          String.format(
              Locale.ROOT,
              "%s: %d of %d %s %s missing; %s by tasks %s",
              place,
              missing.size(),
              count,
              name,
              missing.size() == 1 ? "is" : "are",
              remedy,
              WorkStatus.tasks(missing, tasks)));
    }
  }

  /**
   * Returns the state of the work.
   *
   * @param kind the kind of work
   * @param tasks the number of tasks that share it
   * @param counts further counts by name
   */
  public WorkStatus status(String kind, int tasks, SortedMap<String, Long> counts) {
    return new WorkStatus(
        kind,
        false,
        OptionalInt.of(count),
        missing(),
        OptionalInt.of(tasks),
        IntStream.range(0, count)
            .filter(done)
            .mapToObj(result)
            .map(WorkStatus::written)
            .flatMap(Optional::stream)
            .toList(),
        counts);
  }
}
