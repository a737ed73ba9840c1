// SPDX-License-Identifier: Apache-2.0
package dev.falcon.downstream.finetuning.internal;

import dev.falcon.data.file.AtomicFile;
import dev.falcon.data.report.Axis;
import dev.falcon.data.report.HtmlTable;
import dev.falcon.data.report.LinePlot;
import dev.falcon.data.report.LinePlot.Point;
import dev.falcon.data.report.Markup;
import dev.falcon.data.report.Page;
import dev.falcon.downstream.config.FinetuneConfig;
import dev.falcon.downstream.config.FinetuneReader;
import dev.falcon.training.internal.report.CoursePart;
import dev.falcon.training.internal.report.StepTable;
import dev.falcon.training.run.RunFolder;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** Writes report.html, which shows a finished or unfinished fine-tuning on one page. */
public final class FinetuningPage {
  private static final int MOST_IN_SENTENCE = 3;

  private FinetuningPage() {}

  /** Writes the page from the run's other files. */
  public static void write(RunFolder folder, FinetuneConfig config) {
    StepTable steps = StepTable.read(folder.metrics());
    Page page = new Page("Fine-tuning: " + config.task().name());
    Axis epochs = Axis.between("epoch", 0, config.train().epochs());
    Map<String, String> facts = new LinkedHashMap<>();
    facts.put("task", config.task().name());
    facts.put("steps", String.format(Locale.ROOT, "%,d", steps.steps()));
    facts.put("epochs asked for", Integer.toString(config.train().epochs()));
    facts.put("batch", Integer.toString(config.train().batchSize()));
    page.lead(sentence(config, steps));
    page.facts(facts);
    scores(page, epochs, steps.measured());
    CoursePart courses = new CoursePart(page, epochs, steps);
    courses.losses();
    courses.optimisation();
    page.section("Configuration").add("<details><summary>config.yaml</summary>\n<pre>");
    page.add(Markup.escape(FinetuneReader.write(config))).add("</pre>\n</details>\n");
    AtomicFile.write(folder.report(), page.end("seed " + config.seed()));
  }

  private static String sentence(FinetuneConfig config, StepTable steps) {
    String length =
        String.format(Locale.ROOT, "%,d steps on %s", steps.steps(), config.task().name());
    if (steps.measured().isEmpty()) {
      return length + "; not evaluated yet.";
    }
    StepTable.Measured last = steps.measured().get(steps.measured().size() - 1);
    List<String> scores = new ArrayList<>();
    for (String name : names(steps.measured())) {
      Double value = last.scores().get(name);
      if (value != null && scores.size() < MOST_IN_SENTENCE) {
        scores.add(String.format(Locale.ROOT, "%s %.2f", name, value));
      }
    }
    return length + ". After epoch " + last.epochs() + ": " + String.join(", ", scores) + ".";
  }

  private static void scores(Page page, Axis epochs, List<StepTable.Measured> measured) {
    if (measured.isEmpty()) {
      return;
    }
    HtmlTable table = new HtmlTable(List.of("percent", "last", "best", "after epoch"));
    Map<String, List<Point>> accuracies = new LinkedHashMap<>();
    List<Double> held = new ArrayList<>();
    for (String name : names(measured)) {
      List<Point> points = new ArrayList<>();
      for (StepTable.Measured one : measured) {
        Double value = one.scores().get(name);
        if (value != null) {
          points.add(Point.of(one.epochs(), value));
        }
      }
      Point best = points.get(0);
      for (Point point : points) {
        best = point.y() > best.y() ? point : best;
      }
      table.row(
          List.of(
              name,
              String.format(Locale.ROOT, "%.2f", points.get(points.size() - 1).y()),
              String.format(Locale.ROOT, "%.2f", best.y()),
              String.format(Locale.ROOT, "%.0f", best.x())));
      if (name.endsWith(".accuracy") || name.endsWith(".majority")) {
        accuracies.put(name, points);
        points.forEach(point -> held.add(point.y()));
      }
    }
    LinePlot plot =
        new LinePlot("percent", LinePlot.Size.WIDE, epochs, Axis.around("percent", held));
    int colour = 0;
    for (Map.Entry<String, List<Point>> line : accuracies.entrySet()) {
      plot.add(line.getKey(), LinePlot.Look.of(colour++), line.getValue());
    }
    page.section("Scores").add(table).add(plot);
  }

  private static Set<String> names(List<StepTable.Measured> measured) {
    Set<String> names = new LinkedHashSet<>();
    measured.forEach(
        one ->
            one.scores().values().keySet().stream()
                .filter(name -> one.scores().get(name) != null)
                .forEach(names::add));
    return names;
  }
}
