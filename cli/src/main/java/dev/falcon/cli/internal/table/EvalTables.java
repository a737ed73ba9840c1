// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli.internal.table;

import dev.falcon.data.Reject;
import dev.falcon.eval.datacomp.Aggregate;
import dev.falcon.eval.datacomp.RunFile;
import dev.falcon.eval.datacomp.Task;
import dev.falcon.eval.datacomp.TaskReport;
import dev.falcon.eval.datacomp.run.DataComp;
import dev.falcon.eval.metric.Scores;
import dev.falcon.eval.report.Report;
import dev.falcon.eval.report.RunComparison;
import dev.falcon.eval.retrieval.RetrievalResult;
import dev.falcon.eval.retrieval.TextRetrievalResult;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Terminal output of evaluations. */
public final class EvalTables {
  private static final double PERCENT = 100;
  private static final String NOTHING = "-";
  private static final int SHOWN_MISSING = 3;

  private EvalTables() {}

  /** Returns the suite's tasks. */
  public static String tasks(List<Task> tasks) {
    TextTable table = new TextTable("key", "name", "samples", "metric", "folder");
    for (Task task : tasks) {
      table.row(
          task.key(),
          task.name(),
          Integer.toString(task.samples()),
          task.mainMetric() == null ? NOTHING : task.mainMetric(),
          task.folder());
    }
    return table.toString();
  }

  /** Returns a run over the suite: its tasks and aggregates. */
  public static String dataComp(DataComp.Result result) {
    TextTable table = new TextTable("task", "%", "samples", "near ties", "rejected");
    for (TaskReport task : result.run().tasks()) {
      table.row(
          task.dataset(),
          task.metrics().main() == null ? NOTHING : percent(task.metrics().main()),
          Integer.toString(task.samples()),
          Integer.toString(task.tieBudget().below1e4()),
          Integer.toString(task.rejected()));
    }
    return table + "\n" + aggregates(result.run().aggregates());
  }

  /** Returns the warnings about a run over the suite. */
  public static List<String> warnings(DataComp.Result result) {
    List<String> notes = new ArrayList<>();
    for (TaskReport task : result.run().tasks()) {
      if (task.absent() > 0) {
        notes.add(
            String.format(
                Locale.ROOT,
                "%s: incomplete, with %,d of the %,d published samples; no official number",
                task.dataset(),
                task.samples() + task.rejected(),
                task.samples() + task.rejected() + task.absent()));
      }
      if (task.equalClassVectors() > 0) {
        notes.add(
            task.dataset()
                + ": "
                + task.equalClassVectors()
                + " of "
                + task.classes()
                + " classes have exactly the vector of another; does the tokenizer know their words?");
      }
      if (!task.duplicateClassNames().isEmpty()) {
        notes.add(
            task.dataset()
                + ": class names that occur twice: "
                + String.join(", ", task.duplicateClassNames()));
      }
    }
    notes.addAll(leftOut(result.run().missing()));
    result.rejects().stream()
        .limit(10)
        .forEach(
            reject ->
                notes.add(
                    "rejected: " + reject.source() + ", " + reject.key() + ": " + reject.reason()));
    return notes;
  }

  /** Returns the missing tasks: one by one if they are few, otherwise in one line. */
  private static List<String> leftOut(List<RunFile.Missing> missing) {
    if (missing.size() > SHOWN_MISSING) {
      return List.of(
          "left out: "
              + missing.size()
              + " tasks whose folders are not in the data directory; run.json lists them");
    }
    return missing.stream().map(task -> "left out: " + task.key() + ", " + task.reason()).toList();
  }

  private static String aggregates(List<Aggregate> aggregates) {
    TextTable table = new TextTable("mean", "%", "tasks");
    for (Aggregate aggregate : aggregates) {
      int there = aggregate.tasks() - aggregate.missing().size();
      table.row(
          aggregate.name(),
          there == 0 ? NOTHING : percent(aggregate.mean()),
          there + " of " + aggregate.tasks());
    }
    return table.toString();
  }

  /** Returns the scores of retrieval of texts by texts. */
  public static String textRetrieval(TextRetrievalResult result) {
    TextTable table = new TextTable("metric", "%");
    result
        .scores()
        .values()
        .keySet()
        .forEach(name -> table.row(name, points(result.scores(), name)));
    List<String> notes = new ArrayList<>();
    notes.add(
        String.format(
            Locale.ROOT, "%,d queries, %,d documents", result.queries(), result.documents()));
    return table + lines(notes);
  }

  /** Returns the warnings about retrieval of texts by texts. */
  public static List<String> warnings(TextRetrievalResult result, List<Reject> rejects) {
    List<String> notes = new ArrayList<>(RejectedRows.warning("samples", rejects));
    if (result.unknownQueries() > 0) {
      notes.add(
          String.format(
              Locale.ROOT, "judged queries that are missing: %,d", result.unknownQueries()));
    }
    if (result.unknownDocuments() > 0) {
      notes.add(
          String.format(
              Locale.ROOT,
              "relevant documents that the corpus lacks, which count as misses: %,d",
              result.unknownDocuments()));
    }
    if (result.repeatedQueries() > 0) {
      notes.add(
          String.format(
              Locale.ROOT,
              "queries whose own text is a document under another key, not judged relevant: %,d;"
                  + " only a document with the query's key is left out, as in BEIR",
              result.repeatedQueries()));
    }
    return notes;
  }

  /** Returns the scores of retrieval, before and after re-ranking. */
  public static String retrieval(RetrievalResult result) {
    boolean reranked = result.itm() != null;
    TextTable table =
        reranked ? new TextTable("metric", "ITC", "ITM") : new TextTable("metric", "ITC");
    for (String name : result.itc().values().keySet()) {
      String before = points(result.itc(), name);
      if (reranked) {
        table.row(name, before, points(result.itm(), name));
      } else {
        table.row(name, before);
      }
    }
    List<String> notes = new ArrayList<>();
    notes.add(
        String.format(
            Locale.ROOT,
            "%,d images, %,d captions; txt_: texts found by images, img_: images found by texts",
            result.images(),
            result.captions()));
    if (reranked) {
      notes.add("re-ranked: the best " + result.reranked() + " of each query");
    }
    if (!result.truth().isEmpty()) {
      notes.add("truth: " + result.truth() + result.judged().map(EvalTables::words).orElse(""));
    }
    result.folds().ifPresent(folds -> notes.add("mean over folds: " + listed(folds)));
    result
        .correlation()
        .ifPresent(scores -> notes.add("cosine and grade, times 100: " + listed(scores)));
    result.plausible().ifPresent(scores -> notes.add("plausible matches: " + listed(scores)));
    if (result.tiedImages() + result.tiedCaptions() > 0) {
      notes.add(
          String.format(
              Locale.ROOT,
              "ties, which count as hits: for %,d images and %,d captions, another answer is as"
                  + " similar as their own",
              result.tiedImages(),
              result.tiedCaptions()));
    }
    return table + lines(notes);
  }

  /** Returns scores in a line, with counts as whole numbers. */
  private static String listed(Scores scores) {
    return scores.values().entrySet().stream()
        .map(
            score ->
                score.getKey()
                    + " "
                    + (score.getValue() instanceof Long count
                        ? count.toString()
                        : points(scores, score.getKey())))
        .collect(Collectors.joining(", "));
  }

  private static String words(RetrievalResult.Judged judged) {
    if (judged.images() + judged.captions() == 0) {
      return String.format(Locale.ROOT, ", grades %,d pairs", judged.pairs());
    }
    String queries =
        String.format(
            Locale.ROOT,
            ", judges %,d images and %,d captions",
            judged.images(),
            judged.captions());
    return judged
        .leastGrade()
        .map(least -> queries + "; right from grade " + number(least) + " on")
        .orElse(queries);
  }

  private static String number(double value) {
    return value == Math.rint(value) ? Long.toString((long) value) : Double.toString(value);
  }

  /** Returns the warnings about retrieval. */
  public static List<String> warnings(RetrievalResult result, List<Reject> rejects) {
    List<String> notes = new ArrayList<>(RejectedRows.warning("samples", rejects));
    result
        .judged()
        .filter(judged -> judged.outside() > 0)
        .ifPresent(
            judged ->
                notes.add(
                    String.format(
                        Locale.ROOT,
                        "right answers of the truth that the data lack, which count as missed: %,d",
                        judged.outside())));
    result
        .judged()
        .filter(judged -> judged.absentImages() + judged.absentCaptions() > 0)
        .ifPresent(
            judged ->
                notes.add(
                    String.format(
                        Locale.ROOT,
                        "queries of the truth that the data lack, which are not judged: %,d images"
                            + " and %,d captions",
                        judged.absentImages(),
                        judged.absentCaptions())));
    return notes;
  }

  /** Returns the aggregates of runs side by side, and the path of the full comparison. */
  public static String comparison(RunComparison comparison, Path folder) {
    List<String> headings = new ArrayList<>(List.of(""));
    comparison.columns().forEach(column -> headings.add(column.name()));
    TextTable table = new TextTable(headings.toArray(String[]::new));
    for (RunComparison.Row row : comparison.aggregates()) {
      List<String> cells = new ArrayList<>(List.of(row.name()));
      for (RunComparison.Cell cell : row.cells()) {
        cells.add(cell.words(NOTHING, EvalTables::percent));
      }
      table.row(cells.toArray(String[]::new));
    }
    return table + lines(List.of("the whole table: " + folder.resolve(Report.HTML)));
  }

  private static String points(Scores metrics, String name) {
    return String.format(Locale.ROOT, "%.2f", metrics.get(name));
  }

  private static String percent(double fraction) {
    return String.format(Locale.ROOT, "%.2f", PERCENT * fraction);
  }

  private static String lines(List<String> notes) {
    return notes.isEmpty() ? "" : String.join("\n", notes) + "\n";
  }
}
