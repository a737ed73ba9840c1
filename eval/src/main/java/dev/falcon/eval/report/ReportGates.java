// SPDX-License-Identifier: Apache-2.0
package dev.falcon.eval.report;

import dev.falcon.data.file.Folders;
import dev.falcon.data.gate.GateResult;
import dev.falcon.data.gate.Measurement;
import dev.falcon.data.gate.MetricGate;
import dev.falcon.eval.datacomp.Aggregate;
import dev.falcon.eval.datacomp.ResultFile;
import dev.falcon.eval.datacomp.RunFile;
import dev.falcon.eval.datacomp.TaskReport;
import dev.falcon.eval.datacomp.TaskResult;
import dev.falcon.eval.metric.Scores;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * Gates on a run of the suite. A metric is an aggregate such as {@code average} or {@code vtab}, a
 * task's key for its main metric, or {@code KEY.NAME} for any metric of the task. Higher is better.
 */
public final class ReportGates {
  /** The metrics that are shares of all samples of a task, and so have Wilson's interval. */
  private static final Set<String> SHARES = Set.of("acc1", "acc5");

  private final Path run;
  private final long seed;
  private final Column column;
  private final Map<String, TaskResult> results;

  private ReportGates(Path run, long seed) {
    this.run = run;
    this.seed = seed;
    this.column = Column.read(run);
    this.results = results(run);
  }

  /**
   * Decides on all gates.
   *
   * @param run a folder of {@code falcon eval datacomp} or of DataComp's own evaluator, or a file
   *     of either
   * @param seed the seed of the bootstrap over the tasks of an aggregate
   */
  public static List<GateResult> decide(Path run, List<MetricGate> gates, long seed) {
    ReportGates own = new ReportGates(folder(run), seed);
    return gates.stream().map(own::decide).toList();
  }

  private GateResult decide(MetricGate gate) {
    Optional<Measurement> measured = measure(gate.metric());
    if (measured.isEmpty()) {
      return gate.missing(run.toString(), known());
    }
    if (gate.requirement() instanceof MetricGate.Requirement.Bound bound) {
      return gate.decide(measured.get(), bound);
    }
    String file = ((MetricGate.Requirement.NotWorseThan) gate.requirement()).file();
    ReportGates baseline = new ReportGates(folder(Path.of(file)), seed);
    Optional<Measurement> before = baseline.measure(gate.metric());
    if (before.isEmpty()) {
      return gate.missing(file, baseline.known());
    }
    return difference(baseline, gate.metric(), measured.get(), before.get())
        .map(change -> gate.decide(measured.get(), before.get(), change, true))
        .orElseGet(() -> new GateResult(gate.text(), false, file + ": shares no task with " + run));
  }

  /**
   * Returns the difference to the baseline; of an aggregate, the mean difference over the tasks
   * that both have.
   */
  private Optional<Measurement> difference(
      ReportGates baseline, String metric, Measurement measured, Measurement before) {
    Optional<String> aggregate = aggregate(metric);
    if (aggregate.isPresent()) {
      return RunComparison.of(List.of(baseline.column, column), seed).aggregates().stream()
          .filter(row -> row.name().equals(aggregate.get()))
          .map(row -> row.cells().get(1).difference())
          .filter(Objects::nonNull)
          .map(ReportGates::measurement)
          .findFirst();
    }
    return Optional.of(measurement(score(measured).minus(score(before))));
  }

  private Optional<Measurement> measure(String metric) {
    Optional<String> aggregate = aggregate(metric);
    if (aggregate.isPresent()) {
      return RunComparison.of(List.of(column), seed).aggregates().stream()
          .filter(row -> row.name().equals(aggregate.get()))
          .map(row -> row.cells().get(0).score())
          .filter(score -> score != null && !Double.isNaN(score.value()))
          .map(ReportGates::measurement)
          .findFirst();
    }
    if (column.scores().containsKey(metric)) {
      return Optional.of(measurement(column.scores().get(metric)));
    }
    int dot = metric.lastIndexOf('.');
    TaskResult task = dot < 0 ? null : results.get(metric.substring(0, dot));
    return task == null ? Optional.empty() : named(task, metric.substring(dot + 1));
  }

  private Optional<Measurement> named(TaskResult task, String name) {
    Scores metrics = task.metrics();
    if (!metrics.has(name) || metrics.get(name) == null || metrics.get(name).isNaN()) {
      return Optional.empty();
    }
    double value = metrics.get(name);
    TaskReport detail = column.details().get(task.key());
    return Optional.of(
        detail != null && SHARES.contains(name)
            ? measurement(ScoreInterval.ofShare(value, detail.samples()))
            : new Measurement(value, Optional.empty()));
  }

  private static Optional<String> aggregate(String metric) {
    return Aggregate.of(List.of()).stream()
        .map(Aggregate::name)
        .filter(name -> name.toLowerCase(Locale.ROOT).equals(metric.toLowerCase(Locale.ROOT)))
        .findFirst();
  }

  private List<String> known() {
    List<String> known = new ArrayList<>();
    Aggregate.of(List.of()).stream()
        .map(aggregate -> aggregate.name().toLowerCase(Locale.ROOT))
        .filter(name -> measure(name).isPresent())
        .forEach(known::add);
    known.addAll(column.scores().keySet());
    return known;
  }

  private static Map<String, TaskResult> results(Path run) {
    Path file = run.resolve(RunFile.NAME);
    List<TaskResult> tasks;
    if (Folders.isFile(file)) {
      tasks = RunFile.read(file).tasks().stream().map(TaskReport::result).toList();
    } else {
      tasks = ResultFile.read(Folders.isFolder(run) ? run.resolve(ResultFile.NAME) : run);
    }
    Map<String, TaskResult> byKey = new HashMap<>();
    tasks.forEach(task -> byKey.put(task.key(), task));
    return byKey;
  }

  /** Returns the folder of a run whose file is named. */
  private static Path folder(Path run) {
    return run.endsWith(RunFile.NAME) ? run.toAbsolutePath().getParent() : run;
  }

  private static Measurement measurement(ScoreInterval score) {
    return new Measurement(score.value(), Optional.ofNullable(score.interval()));
  }

  private static ScoreInterval score(Measurement measured) {
    return new ScoreInterval(measured.value(), measured.interval().orElse(null));
  }
}
