// SPDX-License-Identifier: Apache-2.0
package dev.falcon.eval.datacomp;

import dev.falcon.data.statistics.PairwiseMean;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * An unweighted mean of main metrics.
 *
 * @param name the aggregate's name, such as {@code VTAB}
 * @param mean the mean over the evaluated tasks, as a fraction; NaN if none was evaluated
 * @param tasks the number of tasks of the complete aggregate
 * @param missing the names of the tasks that were not evaluated; if there are any, the mean is not
 *     the official number
 */
public record Aggregate(String name, double mean, int tasks, List<String> missing) {
  /** The name of the mean over the 38 tasks that have a main metric. */
  public static final String AVERAGE = "Average";

  private static final List<String> GROUPS =
      List.of("ImageNet", "ImageNet dist. shifts", "VTAB", "Retrieval");

  public Aggregate {
    missing = List.copyOf(missing);
  }

  /** Returns whether every task of the aggregate was evaluated. */
  public boolean isComplete() {
    return missing.isEmpty();
  }

  /** Returns the suite's five aggregates in their order, the average last. */
  public static List<Aggregate> of(List<TaskResult> results) {
    Map<String, TaskResult> byKey =
        results.stream().collect(Collectors.toMap(TaskResult::key, Function.identity()));
    List<Aggregate> aggregates = new ArrayList<>();
    for (String group : GROUPS) {
      aggregates.add(of(group, task -> task.groups().contains(group), byKey));
    }
    aggregates.add(of(AVERAGE, Task::inAverage, byKey));
    return aggregates;
  }

  private static Aggregate of(
      String name, Predicate<Task> member, Map<String, TaskResult> results) {
    List<Task> members = Suite.tasks().stream().filter(member).toList();
    double[] scores =
        members.stream()
            .map(task -> results.get(task.key()))
            .filter(Objects::nonNull)
            .mapToDouble(TaskResult::score)
            .toArray();
    List<String> missing =
        members.stream().filter(task -> !results.containsKey(task.key())).map(Task::name).toList();
    return new Aggregate(name, PairwiseMean.of(scores), members.size(), missing);
  }
}
