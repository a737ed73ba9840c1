// SPDX-License-Identifier: Apache-2.0
package dev.falcon.reproduce.internal;

import dev.falcon.data.report.HtmlTable;
import dev.falcon.data.report.Markup;
import dev.falcon.data.report.Page;
import dev.falcon.reproduce.model.Claim;
import dev.falcon.reproduce.model.ComparisonConclusion;
import dev.falcon.reproduce.model.ComparisonResult;
import dev.falcon.reproduce.model.ComparisonResult.EpochResult;
import dev.falcon.reproduce.model.ComparisonResult.RunResult;
import dev.falcon.reproduce.model.ComparisonResult.SlopeResult;
import dev.falcon.reproduce.model.ComparisonResult.VariantResult;
import dev.falcon.reproduce.model.ComparisonTables;
import dev.falcon.reproduce.model.Measure;
import dev.falcon.reproduce.model.Reference;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;

/** A comparison as one page, with the claims, charts and all tables. */
final class ComparisonPage {
  private static final double TWO_SIDED_95 = 1.96;

  private final ComparisonResult result;
  private final Page page;

  private ComparisonPage(ComparisonResult result) {
    this.result = result;
    page = new Page("Comparison " + result.name());
  }

  static String of(ComparisonResult result) {
    return new ComparisonPage(result).write();
  }

  private String write() {
    ComparisonConclusion.sentence(result).ifPresent(page::lead);
    ComparisonConclusion.caution(result).ifPresent(page::paragraph);
    facts();
    unfinished();
    page.section("Retrieval");
    page.paragraph(
        "In percent. TR@1 is the share of images whose own caption is found first, IR@1 the share"
            + " of captions whose own image is; true: with whatever caption truly matches; mAP:"
            + " mean average precision. Small dots are runs, one a seed; the large dot is their"
            + " mean. First ± one standard deviation of the runs; then the difference to "
            + result.baseline()
            + " by seed, ± the 95 % interval of its mean by Student's t, in the second colour where"
            + " it leaves 0 out.");
    scores("By contrast: ", Measure.TXT_R1, Measure.IMG_R1, Measure.TRUTH_IMG_MAP);
    scores("Re-ranked by matching: ", Measure.RERANKED_TXT_R1, Measure.RERANKED_IMG_R1);
    List<List<Measure>> items = ComparisonTables.byItem(result);
    if (!items.isEmpty()) {
      page.section("Items that differ in one thing");
      page.paragraph(
          "In percent: an item has captions, and perhaps images, that differ in one colour, shape or"
              + " size, in a relation, or by two objects exchanged, and is right if all are matched"
              + " rightly; dots and intervals as above.");
      items.forEach(
          measures ->
              scores(
                  measures.contains(Measure.ITEMS) ? "By contrast: " : "By matching: ",
                  measures.toArray(Measure[]::new)));
    }
    Measure[] tuned = ComparisonTables.fineTuned(result).toArray(Measure[]::new);
    if (tuned.length > 0) {
      page.section("Fine-tuned");
      page.paragraph(
          "In percent: each run's last checkpoint, fine-tuned on questions, statements or captions"
              + " and measured on others; dots and intervals as above.");
      scores("Fine-tuned: ", tuned);
    }
    page.section("False negatives");
    page.paragraph(
        "Truly matching pairs that were taken for negatives in the last epoch, in percent: of all"
            + " pairs of a batch, of neighbours in the chain, and of matching's negatives.");
    measures(Measure.FN_BATCH, Measure.FN_NEXT, Measure.FN_MATCHING);
    courses("FN next in chain, %", EpochResult::fnNext);
    page.section("Quantile over training");
    page.paragraph(
        "Mean of all anchors' quantiles as they were used; the band is ± one deviation over"
            + " seeds.");
    courses("mean q", EpochResult::quantile);
    page.section("Time");
    page.paragraph(
        "Time of an epoch's steps over that of "
            + result.pace()
            + " with the same seed. Processor time is that of the one thread that trains; by the"
            + " clock on the wall, runs that share a machine disturb each other.");
    measures(
        ComparisonTables.times(result).stream()
            .filter(time -> time == Measure.PACE || time == Measure.PROCESSOR_PACE)
            .toArray(Measure[]::new));
    slopes();
    testedClaims();
    if (!result.published().isEmpty()) {
      page.section("Beside the paper").add(table(ComparisonTables.published(result)));
    }
    references();
    page.section("All tables").add("<details><summary>show</summary>\n");
    for (ComparisonTables.Table table : ComparisonTables.all(result)) {
      page.part(table.title()).add(table(table));
    }
    page.add("</details>\n");
    return page.end("Falcon's commits: " + String.join(", ", result.commits()));
  }

  private void references() {
    for (Reference reference : result.references()) {
      page.part("The paper's: " + reference.title());
      if (!reference.note().isEmpty()) {
        page.paragraph(reference.note());
      }
      page.add(table(ComparisonTables.reference(reference)));
    }
  }

  private void facts() {
    Map<String, String> facts = new LinkedHashMap<>();
    facts.put("finished runs", result.ended() + " of " + result.runs().count());
    facts.put(
        "variants",
        Long.toString(
            result.variants().stream()
                .filter(
                    variant ->
                        variant.runs().stream().anyMatch(run -> !run.status().equals("missing")))
                .count()));
    facts.put("baseline", result.baseline());
    facts.put("training arithmetic", Integer.toString(result.arithmetic()));
    page.facts(facts);
    if (result.gate() != null) {
      page.paragraph(result.gate().sentence());
    }
  }

  /** Adds the runs that did not finish, and the names of variants that were never run. */
  private void unfinished() {
    ComparisonTables.Table table = ComparisonTables.statuses(result);
    if (!table.rows().isEmpty()) {
      page.section(table.title()).add(table(table));
    }
    List<String> notRun = result.notBegun();
    if (!notRun.isEmpty()) {
      page.add(
          "<p class=\"faint\">Not run: " + Markup.escape(String.join(", ", notRun)) + ".</p>\n");
    }
  }

  /** Adds the claims that can be tested; the others are folded. */
  private void testedClaims() {
    page.section("The paper's claims");
    page.paragraph(
        "R@1 and R@10 are means of both directions. A difference is clear where the 95 % interval"
            + " over seeds leaves 0 out; at least "
            + Evidence.LEAST_SEEDS
            + " seeds are asked for.");
    List<Claim> untested = new ArrayList<>();
    for (Claim claim : result.claims()) {
      if (claim.findings().stream()
          .allMatch(finding -> finding.verdict() == Claim.Verdict.NOT_TESTABLE)) {
        untested.add(claim);
      } else {
        claim(claim);
      }
    }
    if (!untested.isEmpty()) {
      page.add("<details><summary>")
          .add(untested.size() + " that these runs cannot test</summary>\n");
      untested.forEach(this::claim);
      page.add("</details>\n");
    }
  }

  private void claim(Claim claim) {
    page.part(claim.number() + ". " + claim.statement());
    page.add("<p class=\"faint\">Rule: " + Markup.escape(claim.rule()) + "</p>\n");
    page.add("<ul>\n");
    claim.findings().forEach(this::finding);
    page.add("</ul>\n");
  }

  private void finding(Claim.Finding finding) {
    String verdict = Markup.escape(finding.reading() + ": " + finding.verdict().words());
    page.add("<li><strong>" + verdict + "</strong><br>");
    page.add(Markup.escape(finding.reasons()) + "</li>\n");
  }

  private void scores(String prefix, Measure... measures) {
    for (Measure measure : measures) {
      List<RowPlot.Row> rows = spreads(measure);
      if (!rows.isEmpty()) {
        String title = prefix + measure.label();
        page.part(title).add("<div class=\"row\">\n");
        page.add(RowPlot.of(title, measure.label(), rows, false));
        List<RowPlot.Row> differences = differences(measure);
        if (!differences.isEmpty()) {
          String unit = measure.label() + " less that of " + result.baseline();
          page.add(RowPlot.of(title + ", differences", unit, differences, true));
        }
        page.add("</div>\n");
      }
    }
  }

  private void measures(Measure... measures) {
    page.add("<div class=\"row\">\n");
    for (Measure measure : measures) {
      List<RowPlot.Row> rows = spreads(measure);
      if (!rows.isEmpty()) {
        page.add(RowPlot.of(measure.label(), measure.label(), rows, true));
      }
    }
    page.add("</div>\n");
  }

  private void courses(String title, Function<EpochResult, Double> value) {
    page.add("<div class=\"row\">\n");
    CoursePlot.of(title, result.variants(), value).forEach(page::add);
    page.add("</div>\n");
  }

  private List<RowPlot.Row> spreads(Measure measure) {
    List<RowPlot.Row> rows = new ArrayList<>();
    for (VariantResult variant : result.variants()) {
      ComparisonResult.Spread spread = variant.measures().get(measure.key());
      if (spread != null) {
        double half = spread.deviation() == null ? 0 : spread.deviation();
        rows.add(
            new RowPlot.Row(variant.name(), dots(variant, measure), spread.mean(), half, false));
      }
    }
    return rows;
  }

  private static List<Double> dots(VariantResult variant, Measure measure) {
    return variant.runs().stream()
        .map(run -> run.values().get(measure.key()))
        .filter(Objects::nonNull)
        .toList();
  }

  private List<RowPlot.Row> differences(Measure measure) {
    Map<Long, Double> baseline = new LinkedHashMap<>();
    for (VariantResult variant : result.variants()) {
      if (variant.name().equals(result.baseline())) {
        variant.runs().forEach(run -> baseline.put(run.seed(), run.values().get(measure.key())));
      }
    }
    List<RowPlot.Row> rows = new ArrayList<>();
    for (VariantResult variant : result.variants()) {
      ComparisonResult.Difference difference = variant.differences().get(measure.key());
      if (difference != null && !variant.name().equals(result.baseline())) {
        List<Double> dots = new ArrayList<>();
        for (RunResult run : variant.runs()) {
          Double here = run.values().get(measure.key());
          Double there = baseline.get(run.seed());
          if (here != null && there != null) {
            dots.add(here - there);
          }
        }
        double half = difference.half() == null ? 0 : difference.half();
        rows.add(
            new RowPlot.Row(variant.name(), dots, difference.mean(), half, difference.clear()));
      }
    }
    return rows;
  }

  private void slopes() {
    List<RowPlot.Row> rows = new ArrayList<>();
    for (VariantResult variant : result.variants()) {
      SlopeResult slope = variant.slope();
      if (slope != null && slope.error() > 0) {
        List<Double> dots =
            variant.runs().stream()
                .map(RunResult::slope)
                .filter(Objects::nonNull)
                .map(each -> each.slope() / each.error())
                .toList();
        double t = slope.slope() / slope.error();
        boolean clear = Math.abs(t) > TWO_SIDED_95;
        rows.add(new RowPlot.Row(variant.name(), dots, t, TWO_SIDED_95, clear));
      }
    }
    page.section("Does the reward know the quantile?");
    page.paragraph(
        "Least squares of a batch's reward on its mean q, after each epoch's means are taken out."
            + " Rewards differ in scale, so the drawing shows the slope in its own standard errors"
            + " (small dots: runs; large: all seeds together, with ± 1.96); the table shows both.");
    if (rows.isEmpty()) {
      page.paragraph("No variant has a reward yet.");
    } else {
      page.add(RowPlot.of("Slope of the reward on q", "slope in standard errors", rows, true));
      ComparisonTables.Table table = ComparisonTables.slopes(result);
      page.add(table(table));
    }
  }

  private static HtmlTable table(ComparisonTables.Table table) {
    boolean texts = table.headings().get(0).equals("the paper says");
    HtmlTable html = texts ? HtmlTable.ofTexts(table.headings()) : new HtmlTable(table.headings());
    table.rows().forEach(html::row);
    return html;
  }
}
