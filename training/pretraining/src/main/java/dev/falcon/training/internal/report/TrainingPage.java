// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.report;

import com.fasterxml.jackson.databind.JsonNode;
import dev.falcon.data.file.AtomicFile;
import dev.falcon.data.file.Json;
import dev.falcon.data.report.Axis;
import dev.falcon.data.report.HtmlTable;
import dev.falcon.data.report.LinePlot;
import dev.falcon.data.report.LinePlot.Point;
import dev.falcon.data.report.Markup;
import dev.falcon.data.report.Page;
import dev.falcon.training.config.ConfigReader;
import dev.falcon.training.config.TrainConfig;
import dev.falcon.training.run.RunFolder;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.IntFunction;

/**
 * Writes report.html, which shows a finished or unfinished run on one page. The page depends only
 * on the run's other files and its data, so that equal runs have equal pages.
 */
public final class TrainingPage {
  private final TrainConfig config;
  private final StepTable steps;
  private final Axis epochs;
  private final Page page;
  private final CoursePart courses;

  private TrainingPage(TrainConfig config, StepTable steps) {
    this.config = config;
    this.steps = steps;
    this.epochs = Axis.between("epoch", 0, config.train().epochs());
    this.page = new Page("Training with " + config.method().name());
    this.courses = new CoursePart(page, epochs, steps);
  }

  /**
   * Writes the page.
   *
   * @param pictures returns the image file of a training pair, by its row
   */
  public static void write(
      RunFolder folder,
      TrainConfig config,
      List<Snapshot> snapshots,
      IntFunction<byte[]> pictures) {
    StepTable steps = StepTable.read(folder.metrics());
    AtomicFile.write(folder.report(), new TrainingPage(config, steps).html(snapshots, pictures));
  }

  private String html(List<Snapshot> snapshots, IntFunction<byte[]> pictures) {
    page.lead(sentence());
    page.facts(facts());
    retrieval();
    courses.losses();
    quantiles();
    falseNegatives();
    SnapshotPart part = new SnapshotPart(page, epochs, snapshots);
    part.similarities();
    scheduler();
    part.anchors(pictures);
    courses.optimisation();
    page.section("Configuration").add("<details><summary>config.yaml</summary>\n<pre>");
    page.add(Markup.escape(ConfigReader.write(config))).add("</pre>\n</details>\n");
    return page.end("seed " + config.seed());
  }

  /** Returns a sentence on the last evaluation, and on the best one if that was another. */
  private String sentence() {
    String length =
        String.format(Locale.ROOT, "%,d steps with %s", steps.steps(), config.method().name());
    List<StepTable.Evaluation> evaluations = steps.evaluations();
    if (evaluations.isEmpty()) {
      return length + "; not evaluated yet.";
    }
    StepTable.Evaluation last = evaluations.get(evaluations.size() - 1);
    StepTable.Evaluation best = last;
    for (StepTable.Evaluation evaluation : evaluations) {
      best = first(evaluation) > first(best) ? evaluation : best;
    }
    String sentence =
        length
            + String.format(
                Locale.ROOT,
                ". After epoch %d, %.1f %% of held-out images find their own caption first, and"
                    + " %.1f %% of captions their own image",
                last.epochs(),
                last.retrieval().path("txt_r1").asDouble(),
                last.retrieval().path("img_r1").asDouble());
    JsonNode reranked = last.retrieval().path("reranked");
    if (reranked.isObject()) {
      sentence +=
          String.format(
              Locale.ROOT,
              "; re-ranked by matching %.1f %% and %.1f %%",
              reranked.path("txt_r1").asDouble(),
              reranked.path("img_r1").asDouble());
    }
    return best.equals(last)
        ? sentence + "."
        : sentence
            + String.format(
                Locale.ROOT,
                ". By contrast epoch %d was better: %.1f %% and %.1f %%.",
                best.epochs(),
                best.retrieval().path("txt_r1").asDouble(),
                best.retrieval().path("img_r1").asDouble());
  }

  /** Returns the sum of R@1 of both directions. */
  private static double first(StepTable.Evaluation evaluation) {
    return evaluation.retrieval().path("txt_r1").asDouble()
        + evaluation.retrieval().path("img_r1").asDouble();
  }

  private Map<String, String> facts() {
    Map<String, String> facts = new LinkedHashMap<>();
    facts.put("method", config.method().name());
    facts.put("steps", String.format(Locale.ROOT, "%,d", steps.steps()));
    facts.put("epochs asked for", Integer.toString(config.train().epochs()));
    facts.put("batch", Integer.toString(config.train().batchSize()));
    if (config.method().chained()) {
      facts.put("search space", String.format(Locale.ROOT, "%,d", config.method().searchSpace()));
    }
    if (config.method().scheduled()) {
      facts.put("scheduler", config.scheduler().preset());
      facts.put("reward", Json.mapper().valueToTree(config.scheduler().reward()).asText());
    }
    facts.put("seed", Long.toString(config.seed()));
    return facts;
  }

  private void retrieval() {
    if (steps.evaluations().isEmpty()) {
      return;
    }
    JsonNode last = steps.evaluations().get(steps.evaluations().size() - 1).retrieval();
    HtmlTable table =
        new HtmlTable(List.of("percent", "TR@1", "TR@5", "TR@10", "IR@1", "IR@5", "IR@10"));
    table.row(recalls("by contrast", last));
    if (last.hasNonNull("reranked")) {
      table.row(recalls("re-ranked by matching", last.get("reranked")));
    }
    page.section("Retrieval")
        .paragraph(
            "On the held-out pairs: the caption of an image (TR) and the image of a caption (IR)"
                + " among the first 1, 5 or 10. The curves are by contrast; dashed, the first that"
                + " is found is truly a match, whether or not it is the own one.")
        .add(table)
        .add("<div class=\"row\">\n")
        .add(recallPlot("TR, percent", "txt"))
        .add(recallPlot("IR, percent", "img"))
        .add("</div>\n");
  }

  private static List<String> recalls(String name, JsonNode retrieval) {
    List<String> cells = new ArrayList<>(List.of(name));
    for (String side : List.of("txt", "img")) {
      for (int depth : new int[] {1, 5, 10}) {
        double value = retrieval.get(side + "_r" + depth).asDouble();
        cells.add(String.format(Locale.ROOT, "%.1f", value));
      }
    }
    return cells;
  }

  private LinePlot recallPlot(String name, String side) {
    Map<String, List<Point>> lines = new LinkedHashMap<>();
    for (int depth : new int[] {10, 5, 1}) {
      lines.put("@" + depth, recall("/" + side + "_r" + depth));
    }
    List<Point> truly = recall("/truth/" + side + "_r1");
    List<Double> held = new ArrayList<>(List.of(0.0));
    lines.values().forEach(points -> points.forEach(point -> held.add(point.y())));
    truly.forEach(point -> held.add(point.y()));
    LinePlot plot = new LinePlot(name, LinePlot.Size.HALF, epochs, Axis.around(name, held));
    int colour = 0;
    for (Map.Entry<String, List<Point>> line : lines.entrySet()) {
      plot.add(line.getKey(), LinePlot.Look.of(colour++), line.getValue());
    }
    return plot.add("@1, true", new LinePlot.Look(2, true, 1), truly);
  }

  private List<Point> recall(String pointer) {
    List<Point> points = new ArrayList<>();
    for (StepTable.Evaluation evaluation : steps.evaluations()) {
      JsonNode value = evaluation.retrieval().at(pointer);
      if (value.isNumber()) {
        points.add(Point.of(evaluation.epochs(), value.asDouble()));
      }
    }
    return points;
  }

  /** Adds the chart of the paper's figure 6. */
  private void quantiles() {
    if (steps.has(StepTable.Column.QUANTILE_MEAN)) {
      LinePlot plot =
          new LinePlot(
              "Chosen quantiles", LinePlot.Size.WIDE, epochs, Axis.between("quantile", 0, 1));
      page.section("Chosen quantiles")
          .paragraph(
              "How similar the chosen samples are to their anchors: 1 is the most similar"
                  + " candidate, 0 the least. The mean over anchors, and one deviation to both"
                  + " sides. The first epoch is uniform.")
          .add(plot.add("", LinePlot.Look.of(0), steps.quantiles()));
    }
  }

  private void falseNegatives() {
    if (!steps.has(StepTable.Column.FALSE_IN_BATCH)) {
      return;
    }
    Map<String, List<Point>> lines = new LinkedHashMap<>();
    if (steps.has(StepTable.Column.FALSE_IN_MATCHING)) {
      lines.put("matching's negatives", steps.percents(StepTable.Column.FALSE_IN_MATCHING));
    }
    lines.put("next in the batch", steps.percents(StepTable.Column.FALSE_NEXT));
    lines.put("all pairs of the batch", steps.percents(StepTable.Column.FALSE_IN_BATCH));
    if (steps.has(StepTable.Column.FALSE_IN_PUSH)) {
      lines.put("contrast's push", steps.percents(StepTable.Column.FALSE_IN_PUSH));
    }
    List<Double> held = new ArrayList<>(List.of(0.0));
    lines.values().forEach(points -> points.forEach(point -> held.add(point.y())));
    LinePlot plot =
        new LinePlot("False negatives", LinePlot.Size.WIDE, epochs, Axis.around("percent", held));
    int colour = 0;
    for (Map.Entry<String, List<Point>> line : lines.entrySet()) {
      plot.add(line.getKey(), LinePlot.Look.of(colour++), line.getValue());
    }
    page.section("True false negatives")
        .paragraph(
            "The share of negatives whose caption is true of the image: of matching's negatives, of"
                + " neighbours in the batch, of all its pairs. Contrast's push: the share of its"
                + " gradient on negatives that falls on such pairs.")
        .add(plot);
  }

  private void scheduler() {
    if (!steps.has(StepTable.Column.REWARD)) {
      return;
    }
    page.section("The scheduler")
        .paragraph(
            "Its reward, the parameters of its Beta distributions, and the deviation of their"
                + " means between anchors: 0 where all anchors are treated alike.")
        .add("<div class=\"row\">\n");
    courses.plot("reward", false, StepTable.Column.REWARD);
    courses.plot("parameters", true, StepTable.Column.ALPHA, StepTable.Column.BETA);
    courses.plot("deviation between anchors", true, StepTable.Column.POLICY_DEVIATION);
    page.add("</div>\n");
  }
}
