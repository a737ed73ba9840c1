// SPDX-License-Identifier: Apache-2.0
package dev.falcon.reproduce.model;

import dev.falcon.reproduce.model.ComparisonResult.RunResult;
import dev.falcon.reproduce.model.ComparisonResult.SlopeResult;
import dev.falcon.reproduce.model.ComparisonResult.VariantResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.StringJoiner;
import java.util.stream.Stream;

/** The tables of a comparison, with headings and rows of cells. */
public final class ComparisonTables {
  private static final List<Measure> CONTRAST =
      List.of(
          Measure.TXT_R1,
          Measure.TXT_R5,
          Measure.TXT_R10,
          Measure.IMG_R1,
          Measure.IMG_R5,
          Measure.IMG_R10,
          Measure.TRUTH_TXT_R1,
          Measure.TRUTH_IMG_R1,
          Measure.TRUTH_IMG_MAP);

  private static final List<Measure> RERANKED =
      List.of(
          Measure.RERANKED_TXT_R1,
          Measure.RERANKED_TXT_R5,
          Measure.RERANKED_TXT_R10,
          Measure.RERANKED_IMG_R1,
          Measure.RERANKED_IMG_R5,
          Measure.RERANKED_IMG_R10,
          Measure.RERANKED_TRUTH_TXT_R1,
          Measure.RERANKED_TRUTH_IMG_R1,
          Measure.TRUE_R1);

  private static final List<Measure> CHIEF =
      List.of(
          Measure.TXT_R1,
          Measure.IMG_R1,
          Measure.TRUTH_IMG_MAP,
          Measure.RERANKED_TXT_R1,
          Measure.RERANKED_IMG_R1,
          Measure.TRUE_R1,
          Measure.FN_MATCHING);

  private static final List<Measure> COURSE =
      List.of(Measure.FN_BATCH, Measure.FN_NEXT, Measure.FN_MATCHING, Measure.QUANTILE_MEAN);

  private ComparisonTables() {}

  /**
   * A table.
   *
   * @param title the title, which is shown above the table
   * @param headings the headings of the columns; the first column is text
   * @param rows the rows, each with one cell per heading
   */
  public record Table(String title, List<String> headings, List<List<String>> rows) {}

  /** Returns all tables of a comparison. */
  public static List<Table> all(ComparisonResult result) {
    List<Table> tables = new ArrayList<>();
    Table claims = claims(result);
    boolean tested = result.claims().stream().anyMatch(Claim::tested);
    if (tested) {
      tables.add(claims);
    }
    if (!result.published().isEmpty()) {
      tables.add(published(result));
    }
    result.references().forEach(reference -> tables.add(reference(reference)));
    addScores(tables, "By contrast", CONTRAST, result);
    addScores(tables, "Re-ranked by matching", RERANKED, result);
    addScores(tables, "Items right by contrast", Measure.BY_ITEM, result);
    addScores(tables, "Items right by matching", Measure.MATCHED_BY_ITEM, result);
    addScores(tables, "Fine-tuned", Measure.FINE_TUNED, result);
    String course = "False negatives of the last epoch in %, quantile, time over that of ";
    List<Measure> courses = new ArrayList<>(COURSE);
    courses.addAll(times(result));
    tables.add(spreads(course + result.pace(), courses, result));
    tables.add(slopes(result));
    tables.add(statuses(result));
    if (!tested) {
      tables.add(claims); // last if no claim can be tested
    }
    tables.removeIf(table -> table.rows().isEmpty());
    return tables;
  }

  /**
   * Adds the tables of measures. Measures that a framework does not have, such as re-ranking
   * without matching, get no table.
   */
  private static void addScores(
      List<Table> tables, String kind, List<Measure> measures, ComparisonResult result) {
    List<Measure> had = measured(measures, result);
    if (!had.isEmpty()) {
      tables.add(spreads(kind + ", mean ± deviation over seeds", had, result));
      tables.add(differences(kind + ", difference to " + result.baseline(), had, result));
    }
  }

  /** Returns those of some measures that any run has. */
  static List<Measure> measured(List<Measure> measures, ComparisonResult result) {
    return measures.stream()
        .filter(measure -> result.runs().anyMatch(run -> run.values().containsKey(measure.key())))
        .toList();
  }

  /** Returns the measures of items that any run has, by contrast and then by matching. */
  public static List<List<Measure>> byItem(ComparisonResult result) {
    return Stream.of(Measure.BY_ITEM, Measure.MATCHED_BY_ITEM)
        .map(measures -> measured(measures, result))
        .filter(measures -> !measures.isEmpty())
        .toList();
  }

  /** Returns the fine-tuning measures that any run has. */
  public static List<Measure> fineTuned(ComparisonResult result) {
    return measured(Measure.FINE_TUNED, result);
  }

  /**
   * Returns the times to show: a step's time and the pace, both in processor time, which other load
   * on the machine does not affect; in wall-clock time if some run has no processor time.
   */
  public static List<Measure> times(ComparisonResult result) {
    List<Measure> times = new ArrayList<>();
    if (result.runs().anyMatch(run -> timed(run) && !processorTimed(run))) {
      times.addAll(List.of(Measure.STEP_MILLISECONDS, Measure.PACE));
    }
    if (result.runs().anyMatch(ComparisonTables::processorTimed)) {
      times.addAll(List.of(Measure.STEP_PROCESSOR_MILLISECONDS, Measure.PROCESSOR_PACE));
    }
    return times;
  }

  private static boolean timed(RunResult run) {
    return run.values().containsKey(Measure.STEP_MILLISECONDS.key());
  }

  private static boolean processorTimed(RunResult run) {
    return run.values().containsKey(Measure.STEP_PROCESSOR_MILLISECONDS.key());
  }

  /** Returns the table of the paper's claims, with one row per reading. */
  public static Table claims(ComparisonResult result) {
    List<List<String>> rows = new ArrayList<>();
    for (Claim claim : result.claims()) {
      for (Claim.Finding finding : claim.findings()) {
        rows.add(
            List.of(
                claim.number() + ". " + claim.statement(),
                finding.reading(),
                finding.verdict().words(),
                finding.reasons()));
      }
    }
    List<String> headings = List.of("the paper says", "seen", "here", "by");
    return new Table("The paper's claims", headings, rows);
  }

  /**
   * Returns the table of the paper's retrieval scores, with one row per method, each followed by
   * the variant that trains in the same way.
   */
  public static Table published(ComparisonResult result) {
    List<String> headings = new ArrayList<>(List.of("method", "by"));
    Published.MEASURES.forEach(measure -> headings.add(measure.label()));
    List<List<String>> rows = new ArrayList<>();
    for (Published paper : result.published()) {
      List<String> row = new ArrayList<>(List.of(paper.name(), "the paper"));
      paper.scores().forEach(score -> row.add(printed(score)));
      rows.add(row);
      List<String> here = new ArrayList<>(List.of("", "here"));
      Published.MEASURES.forEach(measure -> here.add(mean(result, paper.variant(), measure)));
      if (here.stream().skip(2).anyMatch(cell -> !cell.isEmpty())) {
        rows.add(here);
      }
    }
    return new Table(
        "The paper's retrieval on COCO, re-ranked, and this comparison's", headings, rows);
  }

  /** Returns a table of the paper as printed. */
  public static Table reference(Reference reference) {
    List<String> headings = new ArrayList<>(List.of("method"));
    headings.addAll(reference.columns());
    List<List<String>> rows = new ArrayList<>();
    for (Reference.Row method : reference.rows()) {
      List<String> row = new ArrayList<>(List.of(method.name()));
      method.scores().forEach(score -> row.add(score == null ? "" : printed(score)));
      rows.add(row);
    }
    String note = reference.note().isEmpty() ? "" : " (" + reference.note() + ")";
    return new Table("The paper's: " + reference.title() + note, headings, rows);
  }

  private static String printed(double score) {
    return String.format(Locale.ROOT, "%.2f", score);
  }

  private static String mean(ComparisonResult result, String variant, Measure measure) {
    return result.variants().stream()
        .filter(each -> each.name().equals(variant))
        .map(each -> each.measures().get(measure.key()))
        .filter(Objects::nonNull)
        .map(spread -> plusMinus(spread.mean(), spread.deviation(), measure))
        .findFirst()
        .orElse("");
  }

  /** Returns the tables that a terminal shows: the first measures of each kind. */
  public static List<Table> chief(ComparisonResult result) {
    List<Measure> measures = new ArrayList<>(measured(CHIEF, result));
    measures.addAll(fineTuned(result));
    List<Table> tables = new ArrayList<>();
    tables.add(spreads("mean ± deviation", measures, result));
    tables.add(differences("difference to " + result.baseline(), measures, result));
    for (List<Measure> items : byItem(result)) {
      String order = items.equals(Measure.MATCHED_BY_ITEM) ? "matching" : "contrast";
      String title = "items right by " + order;
      tables.add(spreads(title, items, result));
      tables.add(differences(title + ", difference to " + result.baseline(), items, result));
    }
    return tables;
  }

  /** Formats all tables as Markdown. */
  public static String markdown(ComparisonResult result) {
    StringBuilder text = new StringBuilder("# " + result.name() + "\n");
    ComparisonConclusion.sentences(result)
        .forEach(sentence -> text.append('\n').append(sentence).append('\n'));
    for (Table table : all(result)) {
      text.append("\n## ").append(table.title()).append("\n\n");
      text.append(line(table.headings()));
      text.append(line(table.headings().stream().map(heading -> "---").toList()));
      table.rows().forEach(row -> text.append(line(row)));
    }
    if (!result.notBegun().isEmpty()) {
      text.append("\nNot run: ").append(String.join(", ", result.notBegun())).append(".\n");
    }
    return text.toString();
  }

  private static String line(List<String> cells) {
    StringJoiner line = new StringJoiner(" | ", "| ", " |\n");
    cells.forEach(cell -> line.add(cell.replace("|", "\\|")));
    return line.toString();
  }

  private static Table spreads(String title, List<Measure> measures, ComparisonResult result) {
    List<List<String>> rows = new ArrayList<>();
    for (VariantResult variant : result.variants()) {
      if (!variant.begun()) {
        continue;
      }
      List<String> row = new ArrayList<>(List.of(variant.name(), finished(variant)));
      for (Measure measure : measures) {
        ComparisonResult.Spread spread = variant.measures().get(measure.key());
        row.add(spread == null ? "" : plusMinus(spread.mean(), spread.deviation(), measure));
      }
      rows.add(row);
    }
    return new Table(title, headings("seeds", measures), rows);
  }

  private static Table differences(String title, List<Measure> measures, ComparisonResult result) {
    List<List<String>> rows = new ArrayList<>();
    for (VariantResult variant : result.variants()) {
      if (variant.name().equals(result.baseline()) || variant.differences().isEmpty()) {
        continue;
      }
      List<String> row = new ArrayList<>(List.of(variant.name()));
      row.add(Integer.toString(variant.differences().values().iterator().next().n()));
      for (Measure measure : measures) {
        ComparisonResult.Difference difference = variant.differences().get(measure.key());
        row.add(
            difference == null
                ? ""
                : (difference.mean() < 0 ? "" : "+")
                    + plusMinus(difference.mean(), difference.half(), measure)
                    + (difference.clear() ? " *" : ""));
      }
      rows.add(row);
    }
    String note = " by seed, ± 95 % interval of the mean (* leaves 0 out)";
    return new Table(title + note, headings("pairs", measures), rows);
  }

  /**
   * Returns the table of the slopes of the reward over the quantile, for every variant with a
   * reward.
   */
  public static Table slopes(ComparisonResult result) {
    List<List<String>> rows = new ArrayList<>();
    for (VariantResult variant : result.variants()) {
      SlopeResult slope = variant.slope();
      if (slope != null) {
        rows.add(
            List.of(
                variant.name(),
                Integer.toString(slope.batches()),
                String.format(Locale.ROOT, "%.4g", slope.rewardMean()),
                String.format(Locale.ROOT, "%.4g", slope.rewardDeviation()),
                String.format(Locale.ROOT, "%.3f", slope.quantileDeviation()),
                String.format(Locale.ROOT, "%+.4g ± %.2g", slope.slope(), slope.error()),
                String.format(
                    Locale.ROOT,
                    "%+.3f ± %.3f",
                    slope.relative(),
                    Math.abs(slope.error() / slope.rewardMean())),
                String.format(Locale.ROOT, "%+.1f", slope.slope() / slope.error())));
      }
    }
    return new Table(
        "Does the reward know the quantile? Slope of Δ on a batch's mean q",
        List.of("", "batches", "mean Δ", "sd Δ", "sd q", "slope ± se", "of mean Δ", "t"),
        rows);
  }

  /** Returns the table of the runs that did not finish. */
  public static Table statuses(ComparisonResult result) {
    List<List<String>> rows = new ArrayList<>();
    for (VariantResult variant : result.variants()) {
      if (!variant.begun()) {
        continue;
      }
      for (RunResult run : variant.runs()) {
        if (!run.status().equals("finished")) {
          rows.add(
              List.of(
                  variant.name(),
                  Long.toString(run.seed()),
                  run.status(),
                  Long.toString(run.steps()),
                  run.reason() == null ? "" : run.reason()));
        }
      }
    }
    return new Table(
        "Runs that are not finished", List.of("", "seed", "status", "steps", "reason"), rows);
  }

  private static List<String> headings(String count, List<Measure> measures) {
    List<String> headings = new ArrayList<>(List.of("", count));
    measures.forEach(measure -> headings.add(measure.label()));
    return headings;
  }

  /** Returns the number of finished runs, such as 3, or 2 of 3. */
  private static String finished(VariantResult variant) {
    long finished = variant.runs().stream().filter(run -> run.status().equals("finished")).count();
    int all = variant.runs().size();
    return finished == all ? Integer.toString(all) : finished + " of " + all;
  }

  private static String plusMinus(double mean, Double spread, Measure measure) {
    String format =
        switch (measure) {
          case QUANTILE_MEAN -> "%.3f";
          case PACE, PROCESSOR_PACE -> "%.2f";
          default -> "%.1f";
        };
    String text = String.format(Locale.ROOT, format, mean);
    return spread == null ? text : text + " ± " + String.format(Locale.ROOT, format, spread);
  }
}
