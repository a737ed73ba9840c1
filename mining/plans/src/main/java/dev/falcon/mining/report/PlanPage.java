// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.report;

import dev.falcon.data.Provenance;
import dev.falcon.data.file.AtomicFile;
import dev.falcon.data.report.Axis;
import dev.falcon.data.report.HtmlTable;
import dev.falcon.data.report.LinePlot;
import dev.falcon.data.report.Markup;
import dev.falcon.data.report.Page;
import dev.falcon.data.report.PagePictures;
import dev.falcon.data.store.EmbeddingStore;
import dev.falcon.data.verify.RecordedOutput;
import dev.falcon.mining.algorithm.RankWindow;
import dev.falcon.mining.policy.Policies;
import dev.falcon.mining.request.MiningResult;
import dev.falcon.mining.request.MiningSummary;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * A batch plan as one page: how it was made, the similarities of the chosen negatives, their
 * quantiles and ranks, the most similar pairs and whole batches, with pictures if the data are
 * available.
 */
public final class PlanPage {
  private PlanPage() {}

  /**
   * Writes the page.
   *
   * @param result the result with the plan, whose file is read
   * @param store the store from which the plan was mined
   * @param pictures the samples' pictures; without them samples are described from the store
   * @param command the command line that made the plan
   */
  public static void write(
      Path file,
      MiningResult result,
      EmbeddingStore store,
      Optional<PagePictures> pictures,
      String command) {
    MiningSummary summary = result.summary();
    Page page = new Page("Negatives in " + result.output().getFileName());
    page.lead(sentence(summary));
    Provenance made = RecordedOutput.open(result.output()).provenance();
    PlanCounts counts = PlanCounts.of(result.output(), store, made.seed());
    page.facts(facts(summary, store, made));
    page.add("<pre>" + Markup.escape(command) + "</pre>\n");
    if (summary.negative() != null) {
      page.section("How similar the negatives are")
          .paragraph(
              "S is the sum of both directions' cosines, in [-2, 2]: of an anchor with itself"
                  + " (positives) and with the sample that it chose (negatives).")
          .add(counts.similarities().plotOccupied("S", "S", LinePlot.Size.WIDE));
      if (counts.byQuantile().size() > 1) { // a single quantile makes no curve
        page.add("<div class=\"row\">\n");
        page.add(counts.quantiles().plot("Quantiles", "quantile", LinePlot.Size.HALF));
        page.add(byQuantile(counts)).add("</div>\n");
      }
      page.add(statistics(summary));
      HardestPairs.write(page, counts.hardest(), store, pictures);
    }
    new BatchGallery(page, store, pictures).write(counts.batches());
    AtomicFile.write(file, page.end("S, quantiles and ranks are those of the plan"));
  }

  private static String sentence(MiningSummary summary) {
    String plan =
        String.format(
            Locale.ROOT, "%,d batches, %,d samples.", summary.batches(), summary.samples());
    if (summary.negative() == null) {
      return plan + " No sample was chosen by an anchor.";
    }
    double above = summary.difference().mean();
    return plan
        + String.format(
            Locale.ROOT,
            " The negatives' mean similarity is %.2f, %.2f %s that of the positives.",
            summary.negative().mean(),
            Math.abs(above),
            above >= 0 ? "below" : "above");
  }

  /** Returns the policy by its name, if it has one, or by its quantile and its margin. */
  private static String policy(Provenance made) {
    Map<String, Object> options = made.options();
    String named = String.valueOf(options.get("quantiles"));
    List<String> words = new ArrayList<>();
    words.add(named.matches("[0-9.]+") ? "quantile " + named : named);
    for (String margin : List.of("relative-margin", "absolute-margin")) {
      if (options.get(margin) instanceof Number number && number.doubleValue() != 0) {
        words.add(margin.replace('-', ' ') + " " + number);
      }
    }
    String text = String.join(", ", words);
    return text.equals("quantile 1.0, relative margin 0.05")
        ? Policies.DEFAULT + " (" + text + ")"
        : text;
  }

  private static Map<String, String> facts(
      MiningSummary summary, EmbeddingStore store, Provenance made) {
    Map<String, String> facts = new LinkedHashMap<>();
    facts.put("policy", policy(made));
    facts.put("batch size", String.valueOf(made.options().get("batch-size")));
    facts.put("search space", String.valueOf(made.options().get("search-space")));
    facts.put("seed", String.valueOf(made.seed()));
    Path name = store.folder().toAbsolutePath().normalize().getFileName();
    facts.put("store", name == null ? store.folder().toString() : name.toString());
    facts.put("rows", number(summary.rows()));
    facts.put("epochs", number(summary.epochs()));
    facts.put("search spaces", number(summary.searchSpaces()));
    facts.put("batches", number(summary.batches()));
    facts.put("samples", number(summary.samples()));
    facts.put("filled no batch", number(summary.leftOut()));
    facts.put("rejected", number(summary.rejected()));
    facts.put("pairs of one image", known(summary.sameImage()));
    facts.put("pairs of one caption", known(summary.sameCaption()));
    summary
        .withheld()
        .forEach(
            (reason, count) ->
                facts.put(
                    reason.equals(RankWindow.EMPTY)
                        ? "drawn outside of the window"
                        : "kept out: " + reason,
                    number(count)));
    return facts;
  }

  private static String known(Long count) {
    return count == null ? "not known" : number(count);
  }

  private static String number(long value) {
    return String.format(Locale.ROOT, "%,d", value);
  }

  private static LinePlot byQuantile(PlanCounts counts) {
    LinePlot plot =
        new LinePlot(
            "S by quantile",
            LinePlot.Size.HALF,
            Axis.between("quantile among candidates", 0, 1),
            Axis.around("S", counts.ends()));
    return plot.add("negatives, ± one deviation", LinePlot.Look.of(1), counts.byQuantile());
  }

  private static HtmlTable statistics(MiningSummary summary) {
    HtmlTable table = new HtmlTable(SummaryTable.HEADINGS);
    SummaryTable.rows(summary).forEach(table::row);
    return table;
  }
}
