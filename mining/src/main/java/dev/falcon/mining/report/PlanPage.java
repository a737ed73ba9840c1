package dev.falcon.mining.report;

import dev.falcon.data.file.AtomicFile;
import dev.falcon.data.report.Axis;
import dev.falcon.data.report.HtmlTable;
import dev.falcon.data.report.LinePlot;
import dev.falcon.data.report.Page;
import dev.falcon.data.sample.SampleSource;
import dev.falcon.data.store.EmbeddingStore;
import dev.falcon.mining.request.MiningResult;
import dev.falcon.mining.request.MiningSummary;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * A batch plan as one page: similarities of the chosen negatives, their quantiles and ranks, and
 * the most similar ones, as pictures if the data are available.
 */
public final class PlanPage {
  private PlanPage() {}

  /**
   * Writes the page.
   *
   * @param result the plan, whose file is read
   * @param store from which it was mined
   * @param data the pictures and captions; without them the most similar pairs are described from
   *     the store
   */
  public static void write(
      Path file, MiningResult result, EmbeddingStore store, Optional<SampleSource> data) {
    MiningSummary summary = result.summary();
    Page page = new Page("Negatives in " + result.output().getFileName());
    page.lead(sentence(summary));
    PlanCounts counts = PlanCounts.of(result.output(), store);
    page.facts(facts(summary, store));
    if (summary.negative() != null) {
      page.section("How similar the negatives are")
          .paragraph(
              "S is the sum of both directions' cosines, in [-2, 2]: of an anchor with itself"
                  + " (positives) and with the sample that it chose (negatives).")
          .add(counts.similarities().plotOccupied("S", "S", LinePlot.Size.WIDE));
      if (counts.byQuantile().size() > 1) { // for a single quantile there is no curve
        page.add("<div class=\"row\">\n");
        page.add(counts.quantiles().plot("Quantiles", "quantile", LinePlot.Size.HALF));
        page.add(byQuantile(counts)).add("</div>\n");
      }
      page.add(statistics(summary));
      HardestPairs.write(page, counts.hardest(), store, data);
    }
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

  private static Map<String, String> facts(MiningSummary summary, EmbeddingStore store) {
    Map<String, String> facts = new LinkedHashMap<>();
    Path name = store.folder().toAbsolutePath().normalize().getFileName();
    facts.put("store", name == null ? store.folder().toString() : name.toString());
    facts.put("rows", number(summary.rows()));
    facts.put("epochs", number(summary.epochs()));
    facts.put("search spaces", number(summary.searchSpaces()));
    facts.put("batches", number(summary.batches()));
    facts.put("samples", number(summary.samples()));
    facts.put("filled no batch", number(summary.leftOut()));
    facts.put("rejected", number(summary.rejected()));
    facts.put("pairs of one image", number(summary.sameImage()));
    facts.put("pairs of one caption", number(summary.sameCaption()));
    summary.withheld().forEach((reason, count) -> facts.put("kept out: " + reason, number(count)));
    return facts;
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
