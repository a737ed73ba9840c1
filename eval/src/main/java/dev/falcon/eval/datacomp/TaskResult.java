// SPDX-License-Identifier: Apache-2.0
package dev.falcon.eval.datacomp;

import dev.falcon.eval.metric.Scores;

/**
 * The result of one task: a line of {@code eval_results.jsonl}.
 *
 * @param key the task's key
 * @param dataset the task's name
 * @param metrics the metrics in the order of the file, the main metric last
 */
public record TaskResult(String key, String dataset, Scores metrics) {
  /** Returns the result of a task, with its main metric repeated at the end. */
  public static TaskResult of(Task task, Scores metrics) {
    return new TaskResult(task.key(), task.name(), metrics.withMain(task.mainMetric()));
  }

  /** Returns the main metric, as a fraction; null if the task has none. */
  public Double score() {
    return metrics.main();
  }
}
