// SPDX-License-Identifier: Apache-2.0
package dev.falcon.eval.report;

import dev.falcon.data.RandomStream;
import dev.falcon.data.statistics.Bootstrap;
import dev.falcon.data.statistics.PairwiseMean;
import dev.falcon.eval.datacomp.Aggregate;
import dev.falcon.eval.datacomp.Suite;
import dev.falcon.eval.datacomp.Task;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.DoubleFunction;
import java.util.stream.Stream;

/**
 * A comparison of columns, by task and by aggregate, each with the first column.
 *
 * @param columns the columns, of which the first is the baseline
 * @param tasks one row per task that any column has
 * @param aggregates the rows of the suite's five means
 */
public record RunComparison(List<Column> columns, List<Row> tasks, List<Row> aggregates) {

  public RunComparison {
    columns = List.copyOf(columns);
    tasks = List.copyOf(tasks);
    aggregates = List.copyOf(aggregates);
  }

  /**
   * A row.
   *
   * @param key the task's key; empty for an aggregate
   * @param name the task's or the aggregate's name
   * @param metric the task's main metric; empty for an aggregate
   * @param cells one cell per column
   */
  public record Row(String key, String name, String metric, List<Cell> cells) {
    public Row {
      cells = List.copyOf(cells);
    }
  }

  /** Returns the tasks that the first column has, or those that it lacks. */
  public List<Row> tasks(boolean ofFirst) {
    return tasks.stream().filter(row -> ofFirst == (row.cells().get(0).score() != null)).toList();
  }

  /** Returns the aggregates that any column has, completely or in part. */
  public List<Row> known() {
    return aggregates.stream()
        .filter(row -> row.cells().stream().anyMatch(cell -> cell.score() != null))
        .toList();
  }

  /** Returns the aggregates and tasks for which some column has a difference to the first. */
  public List<Row> compared() {
    return Stream.concat(aggregates.stream(), tasks.stream())
        .filter(row -> row.cells().stream().anyMatch(cell -> cell.difference() != null))
        .toList();
  }

  /**
   * A cell.
   *
   * @param score the score; null if the column lacks the task, or any task of the aggregate that
   *     the baseline has
   * @param difference the difference to the first column; null if either is missing, and in the
   *     first column
   * @param missing the number of an aggregate's tasks that the column lacks; 0 for a task
   */
  public record Cell(ScoreInterval score, ScoreInterval difference, int missing) {
    /**
     * Returns the score for people; for an incomplete aggregate, also the number of missing tasks.
     *
     * @param nothing the text for a missing score
     * @param number formats a score
     */
    public String words(String nothing, DoubleFunction<String> number) {
      if (score == null) {
        return nothing;
      }
      String value = number.apply(score.value());
      if (missing == 0) {
        return value;
      }
      return Double.isNaN(score.value())
          ? "not all tasks: " + missing + " lack"
          : value + " (lacks " + missing + ")";
    }
  }

  /** Compares columns with the first of them. */
  public static RunComparison of(List<Column> columns, long seed) {
    List<Row> tasks = new ArrayList<>();
    for (Task task : Suite.tasks()) {
      List<ScoreInterval> scores = columns.stream().map(c -> c.scores().get(task.key())).toList();
      if (scores.stream().anyMatch(Objects::nonNull)) {
        tasks.add(new Row(task.key(), task.name(), task.mainMetric(), cells(scores)));
      }
    }
    List<Row> aggregates = new ArrayList<>();
    for (Aggregate aggregate : Aggregate.of(List.of())) {
      aggregates.add(aggregate(aggregate.name(), columns, seed));
    }
    return new RunComparison(columns, tasks, aggregates);
  }

  private static List<Cell> cells(List<ScoreInterval> scores) {
    List<Cell> cells = new ArrayList<>();
    ScoreInterval first = scores.get(0);
    for (int i = 0; i < scores.size(); i++) {
      ScoreInterval score = scores.get(i);
      boolean comparable = i > 0 && score != null && first != null;
      cells.add(new Cell(score, comparable ? score.minus(first) : null, score == null ? 1 : 0));
    }
    return cells;
  }

  private static Row aggregate(String name, List<Column> columns, long seed) {
    List<Task> members =
        Suite.tasks().stream()
            .filter(
                task ->
                    name.equals(Aggregate.AVERAGE)
                        ? task.inAverage()
                        : task.groups().contains(name))
            .toList();
    List<Cell> cells = new ArrayList<>();
    for (int i = 0; i < columns.size(); i++) {
      Column column = columns.get(i);
      double[] scores = values(members, column);
      ScoreInterval score =
          scores.length == 0 ? null : new ScoreInterval(PairwiseMean.of(scores), null);
      cells.add(
          new Cell(
              score,
              i == 0 ? null : difference(members, columns.get(0), column, seed, name, i),
              members.size() - scores.length));
    }
    return new Row("", name, "", cells);
  }

  private static double[] values(List<Task> members, Column column) {
    return members.stream()
        .map(task -> column.scores().get(task.key()))
        .filter(Objects::nonNull)
        .mapToDouble(ScoreInterval::value)
        .toArray();
  }

  /**
   * Returns the mean difference over the tasks that both have, with its bootstrap interval over
   * tasks.
   */
  private static ScoreInterval difference(
      List<Task> members, Column first, Column column, long seed, String name, int number) {
    double[] differences =
        members.stream()
            .filter(task -> first.scores().containsKey(task.key()))
            .filter(task -> column.scores().containsKey(task.key()))
            .mapToDouble(
                task ->
                    column.scores().get(task.key()).value()
                        - first.scores().get(task.key()).value())
            .toArray();
    if (differences.length == 0) {
      return null;
    }
    double mean = PairwiseMean.of(differences);
    if (differences.length == 1) {
      return new ScoreInterval(mean, null);
    }
    RandomStream random = RandomStream.of(seed, "bootstrap " + name, number);
    return new ScoreInterval(mean, Bootstrap.ofMean(differences, random));
  }
}
