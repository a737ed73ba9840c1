// SPDX-License-Identifier: Apache-2.0
package dev.falcon.eval.report;

import dev.falcon.data.FalconException;
import dev.falcon.data.file.Folders;
import dev.falcon.data.file.Json;
import dev.falcon.data.file.Resources;
import dev.falcon.eval.datacomp.ResultFile;
import dev.falcon.eval.datacomp.RunFile;
import dev.falcon.eval.datacomp.Suite;
import dev.falcon.eval.datacomp.Task;
import dev.falcon.eval.datacomp.TaskReport;
import dev.falcon.eval.datacomp.TaskResult;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * One column of a report: a run of Falcon, a result file of DataComp's own evaluator, or published
 * numbers.
 *
 * @param name the column's heading
 * @param scores the scores, by task key
 * @param details the report of each task, by task key; empty if only numbers are known
 */
public record Column(
    String name, Map<String, ScoreInterval> scores, Map<String, TaskReport> details) {
  private static final double PERCENT = 100;

  /**
   * Reads an output folder of {@code falcon eval datacomp}, or a folder or file of DataComp's own
   * evaluator.
   */
  public static Column read(Path run) {
    Path results = file(run);
    if (!results.equals(run) && results.endsWith(RunFile.NAME)) {
      RunFile file = RunFile.read(results);
      Map<String, TaskReport> details =
          file.tasks().stream().collect(Collectors.toMap(TaskReport::key, Function.identity()));
      return new Column(
          file.model(),
          scores(file.tasks().stream().map(TaskReport::result).toList(), details),
          details);
    }
    String name = String.valueOf(results.toAbsolutePath().getParent().getFileName());
    return new Column(name, scores(ResultFile.read(results), Map.of()), Map.of());
  }

  /**
   * Returns the file that {@link #read} reads.
   *
   * @throws FalconException if there is none
   */
  static Path file(Path run) {
    if (Folders.isFile(run)) {
      return run;
    }
    return Stream.of(RunFile.NAME, ResultFile.NAME)
        .map(run::resolve)
        .filter(Folders::isFile)
        .findFirst()
        .orElseThrow(
            () ->
                new FalconException(
                    run
                        + ": is no run; it must be a folder with "
                        + RunFile.NAME
                        + " or "
                        + ResultFile.NAME
                        + ", or such a file"));
  }

  /** Returns the paper's three columns, rounded to 0.1 % as printed. */
  public static List<Column> published() {
    Published published = readPublished();
    List<Column> columns = new ArrayList<>();
    for (int i = 0; i < published.columns().size(); i++) {
      Map<String, ScoreInterval> scores = new LinkedHashMap<>();
      for (Task task : Suite.tasks()) {
        List<Double> row = published.tasks().get(task.name());
        if (row != null) {
          double value = row.get(i) / PERCENT;
          scores.put(
              task.key(),
              Proportions.isPlainShare(task)
                  ? ScoreInterval.ofShare(value, task.samples())
                  : new ScoreInterval(value, null));
        }
      }
      columns.add(new Column(published.columns().get(i) + " (paper)", scores, Map.of()));
    }
    return columns;
  }

  private record Published(
      String source, List<String> columns, List<Double> average, Map<String, List<Double>> tasks) {}

  private static Published readPublished() {
    return Resources.read(
        Suite.class,
        "paper-datacomp.json",
        bytes -> Json.mapper().readValue(bytes, Published.class));
  }

  private static Map<String, ScoreInterval> scores(
      List<TaskResult> results, Map<String, TaskReport> details) {
    Map<String, ScoreInterval> scores = new LinkedHashMap<>();
    for (TaskResult result : results) {
      Task task = Suite.find(result.key()).orElse(null);
      if (task != null && result.score() != null) {
        TaskReport detail = details.get(result.key());
        int samples = detail == null ? task.samples() : detail.samples();
        scores.put(result.key(), Proportions.score(task, result.metrics(), samples));
      }
    }
    return scores;
  }

  public Column named(String other) {
    return new Column(other, scores, details);
  }
}
