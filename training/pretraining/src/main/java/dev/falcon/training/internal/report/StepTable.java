// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.report;

import com.fasterxml.jackson.databind.JsonNode;
import dev.falcon.data.FalconException;
import dev.falcon.data.report.LinePlot.Point;
import dev.falcon.eval.metric.Scores;
import dev.falcon.training.run.LossTerms;
import dev.falcon.training.run.MetricsLine;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Columns of metrics.jsonl by fractional epoch; 2.5 is halfway through the third epoch. */
public final class StepTable {
  /** The minimum number of steps per point of a curve. */
  private static final int STEPS_A_POINT = 8;

  private static final int MOST_POINTS = 100;
  private static final double MOST_OF_THEM = 0.8;

  private final List<int[]> epochs = new ArrayList<>(); // number and steps
  private final List<double[]> steps = new ArrayList<>(); // position, then the columns
  private final List<Column> columns = new ArrayList<>(Column.ALWAYS); // then the losses
  private final List<Evaluation> evaluations = new ArrayList<>();
  private final List<Measured> measured = new ArrayList<>();

  /**
   * A column of a step's line.
   *
   * @param pointer the JSON pointer to its value
   */
  record Column(String pointer) {
    static final Column LEARNING_RATE = new Column("/learning_rate");
    static final Column GRADIENT_NORM = new Column("/gradient_norm");
    static final Column TEMPERATURE = new Column("/temperature");
    static final Column FALSE_IN_BATCH = new Column("/false_negatives/batch");
    static final Column FALSE_NEXT = new Column("/false_negatives/next");
    static final Column FALSE_IN_MATCHING = new Column("/false_negatives/matching");
    static final Column FALSE_IN_PUSH = new Column("/false_negatives/push");
    static final Column QUANTILE_MEAN = new Column("/chain/quantile_mean");
    static final Column QUANTILE_DEVIATION = new Column("/chain/quantile_deviation");
    static final Column REWARD = new Column("/policy/reward");
    static final Column ALPHA = new Column("/policy/alpha");
    static final Column BETA = new Column("/policy/beta");
    static final Column POLICY_DEVIATION = new Column("/policy/policy_deviation");

    private static final List<Column> ALWAYS =
        List.of(
            LEARNING_RATE,
            GRADIENT_NORM,
            TEMPERATURE,
            FALSE_IN_BATCH,
            FALSE_NEXT,
            FALSE_IN_MATCHING,
            FALSE_IN_PUSH,
            QUANTILE_MEAN,
            QUANTILE_DEVIATION,
            REWARD,
            ALPHA,
            BETA,
            POLICY_DEVIATION);

    /** Returns the column of a loss term. */
    static Column loss(String name) {
      return new Column("/" + name);
    }

    /** Returns the last part of its pointer. */
    String word() {
      return pointer.substring(pointer.lastIndexOf('/') + 1);
    }
  }

  /**
   * The scores of retrieval after some epochs.
   *
   * @param epochs number of finished epochs
   */
  record Evaluation(int epochs, JsonNode retrieval) {}

  /**
   * The scores of fine-tuning after some epochs.
   *
   * @param epochs number of finished epochs
   * @param scores the scores, one group per set
   */
  public record Measured(int epochs, Scores scores) {}

  private StepTable() {}

  /** Reads a run's metrics.jsonl. */
  public static StepTable read(Path metrics) {
    StepTable table = new StepTable();
    try (BufferedReader lines = Files.newBufferedReader(metrics)) {
      int number = 0;
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        table.add(metrics + ": line " + ++number, line);
      }
    } catch (IOException e) {
      throw new FalconException(metrics + ": cannot be read: " + e.getMessage(), e);
    }
    table.place();
    return table;
  }

  private void add(String place, String text) {
    JsonNode line = MetricsLine.parse(place, text);
    int epoch = line.get("epoch").intValue();
    if (line.has("retrieval")) {
      evaluations.add(new Evaluation(epoch + 1, line.get("retrieval")));
      return;
    }
    if (line.has("evaluation")) {
      measured.add(new Measured(epoch + 1, MetricsLine.scores(place, line)));
      return;
    }
    if (epochs.isEmpty() || epochs.get(epochs.size() - 1)[0] != epoch) {
      epochs.add(new int[] {epoch, 0});
    }
    epochs.get(epochs.size() - 1)[1]++;
    LossTerms.of(line).keySet().stream()
        .map(Column::loss)
        .filter(column -> !columns.contains(column))
        .forEach(columns::add);
    double[] step = new double[1 + columns.size()];
    for (int i = 0; i < columns.size(); i++) {
      JsonNode value = line.at(columns.get(i).pointer());
      step[1 + i] = value.isNumber() ? value.asDouble() : Double.NaN;
    }
    steps.add(step);
  }

  /**
   * Places the steps on the axis. An unfinished epoch is assumed to be as long as the one before
   * it.
   */
  private void place() {
    int at = 0;
    int before = 0;
    for (int[] epoch : epochs) {
      boolean last = epoch == epochs.get(epochs.size() - 1);
      double length = last ? Math.max(epoch[1], before) : epoch[1];
      for (int i = 0; i < epoch[1]; i++) {
        steps.get(at++)[0] = epoch[0] + (i + 0.5) / length;
      }
      before = epoch[1];
    }
  }

  /** Returns the number of steps. */
  public int steps() {
    return steps.size();
  }

  List<Evaluation> evaluations() {
    return evaluations;
  }

  /** Returns the evaluations of fine-tuning. */
  public List<Measured> measured() {
    return measured;
  }

  /** Returns whether any step has a value in a column. */
  boolean has(Column column) {
    return steps.stream().anyMatch(step -> !Double.isNaN(value(step, column)));
  }

  /** Returns the names of the loss terms, in the order of the lines. */
  List<String> losses() {
    return columns.subList(Column.ALWAYS.size(), columns.size()).stream()
        .map(Column::word)
        .toList();
  }

  private double value(double[] step, Column column) {
    int at = columns.indexOf(column);
    return at < 0 || 1 + at >= step.length ? Double.NaN : step[1 + at];
  }

  /**
   * Returns the curve of a column: means of neighbouring steps, and the range of most of the steps.
   */
  List<Point> course(Column column) {
    List<Point> points = new ArrayList<>();
    for (List<double[]> part : parts(column)) {
      double[] values = part.stream().mapToDouble(step -> value(step, column)).sorted().toArray();
      int tail = (int) Math.round((1 - MOST_OF_THEM) / 2 * (values.length - 1));
      points.add(
          new Point(position(part), mean(values), values[tail], values[values.length - 1 - tail]));
    }
    return points;
  }

  /** Returns the curve of a fraction, in percent and without a range. */
  List<Point> percents(Column column) {
    return course(column).stream().map(point -> Point.of(point.x(), 100 * point.y())).toList();
  }

  /**
   * Returns the mean of the chosen quantiles over all anchors, with a range of one standard
   * deviation on both sides.
   */
  List<Point> quantiles() {
    List<Point> points = new ArrayList<>();
    for (List<double[]> part : parts(Column.QUANTILE_MEAN)) {
      double mean = 0;
      double squares = 0;
      for (double[] step : part) {
        double ofStep = value(step, Column.QUANTILE_MEAN);
        double deviation = value(step, Column.QUANTILE_DEVIATION);
        mean += ofStep / part.size();
        squares += (ofStep * ofStep + deviation * deviation) / part.size();
      }
      double deviation = Math.sqrt(Math.max(0, squares - mean * mean));
      points.add(
          new Point(
              position(part), mean, Math.max(0, mean - deviation), Math.min(1, mean + deviation)));
    }
    return points;
  }

  /** Returns the steps that have a value in a column, divided into consecutive parts. */
  private List<List<double[]>> parts(Column column) {
    List<double[]> with =
        steps.stream().filter(step -> !Double.isNaN(value(step, column))).toList();
    int count = Math.min(MOST_POINTS, (with.size() + STEPS_A_POINT - 1) / STEPS_A_POINT);
    List<List<double[]>> parts = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      int from = (int) ((long) i * with.size() / count);
      int to = (int) ((i + 1L) * with.size() / count);
      parts.add(with.subList(from, to));
    }
    return parts;
  }

  private static double position(List<double[]> part) {
    return mean(part.stream().mapToDouble(step -> step[0]).toArray());
  }

  private static double mean(double[] values) {
    return Arrays.stream(values).sum() / values.length;
  }
}
