// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli.internal.table;

import dev.falcon.mining.corpus.CorpusResult;
import dev.falcon.mining.corpus.CorpusSummary;
import dev.falcon.mining.corpus.SearchCost;
import dev.falcon.mining.corpus.SearchDirection;
import dev.falcon.mining.corpus.SearchRecall;
import dev.falcon.mining.corpus.WithheldShare;
import dev.falcon.mining.plan.ShardResult;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;

/** The output of {@code falcon lists}. */
public final class ListTable {
  private ListTable() {}

  /** Returns the result of one task for people. */
  public static String of(ShardResult result, Path work) {
    return new Counted.Share(work, result.shard(), "part", "searched", "writes the lists")
        .of(result.mined(), result.found(), result.missing(), result.parts(), "");
  }

  /** Returns the cost of a search for people. */
  public static String of(SearchDirection direction, SearchCost cost, int threads) {
    StringBuilder text = new StringBuilder();
    SearchCost.Time time = cost.time().orElseThrow();
    line(text, "%s: %s", direction.label(), cost.described());
    line(
        text,
        "an exact search takes %s with %s, by the speed of products on this machine",
        SearchCost.about(time.exactly()),
        Counted.of(threads, "thread", "threads"));
    if (cost.clusters() > 0) {
      line(text, "%s: %s", cost.division(), SearchCost.about(time.before()));
      line(
          text,
          "the search in clusters then takes at most about a quarter of an exact one, which takes its"
              + " place if that does not reach the recall");
    }
    if (time.passes() > 1) {
      line(
          text,
          "an exact search reads the items %,d times for a part of the queries; a larger --memory"
              + " means fewer times",
          time.passes());
    }
    line(text, "nothing was written");
    return text.toString();
  }

  /**
   * Returns the result for people: the output, its similarities, and the reasons of exclusions.
   *
   * @param dimension the length of a vector; empty if the stores are not available
   */
  public static String of(CorpusResult result, OptionalInt dimension) {
    CorpusSummary summary = result.summary();
    StringBuilder text = new StringBuilder();
    line(
        text,
        "%s: %s in %s of %s, from %,d items%s",
        result.output(),
        Counted.of(summary.negatives(), "negative", "negatives"),
        Counted.of(summary.lists(), "list", "lists"),
        Counted.of(summary.queries(), "query", "queries"),
        summary.corpus(),
        dimension.isPresent() ? ", " + MiningTable.vectors(dimension.getAsInt()) : "");
    line(
        text,
        "mean cosine: positives %s, negatives %s; nearer than the least similar positive: %s",
        decimal(summary.positiveMean()),
        decimal(summary.negativeMean()),
        percent(summary.nearerThanPositive()));
    if (summary.batches() > 0) {
      line(text, "batches of lists: %,d", summary.batches());
    }
    summary.recall().ifPresent(recall -> text.append(recall(recall)));
    falseNegatives(text, summary.falseNegatives());
    summary
        .leftOut()
        .forEach((reason, count) -> line(text, "candidates left out, %s: %,d", reason, count));
    return text.toString();
  }

  /** Returns the warnings about a result: the lists that are short, and the inputs without use. */
  public static List<String> warnings(CorpusResult result) {
    CorpusSummary summary = result.summary();
    List<String> lines = new ArrayList<>();
    counted(lines, summary.unbatched(), "lists that fill no batch");
    if (summary.shortLists() > 0) {
      lines.add(
          String.format(
              Locale.ROOT,
              "lists with too few negatives: %,d, %,d of them without any",
              summary.shortLists(),
              summary.emptyLists()));
    }
    counted(lines, summary.filled(), "negatives drawn at random to fill them");
    counted(lines, summary.dropped(), "of them dropped");
    counted(lines, summary.unplaced(), "lists that the layout cannot hold");
    counted(lines, summary.withoutPositives(), "queries without a known positive");
    counted(lines, summary.unknownPositives(), "positives of unknown keys, skipped");
    // Texts that are their own anchors have one each, which nobody misses if they have others.
    if (summary.selfPositives() < summary.corpus() || summary.withoutPositives() > 0) {
      counted(
          lines,
          summary.selfPositives(),
          "positives that are the query itself or have its text, skipped");
    }
    counted(lines, summary.unknownVetoes(), "vetoes of unknown keys, skipped");
    lines.addAll(
        RejectedRows.warning("rows", result.rejects(), result.output() + ".rejects.parquet"));
    return lines;
  }

  /** Returns the lines of a search with a recall. */
  public static String recall(SearchRecall recall) {
    StringBuilder text = new StringBuilder();
    if (recall.exactly()) {
      line(text, "searched exactly: %s", recall.whyExact());
      return text.toString();
    }
    line(
        text,
        "recall, measured by %s: %s of the candidates%s",
        Counted.of(recall.queries(), "query", "queries"),
        share(recall.candidates()),
        recall.negatives().items() == 0
            ? ""
            : ", " + share(recall.negatives()) + " of the negatives");
    line(
        text,
        "looked into %.1f of %,d clusters per query, %.2f %% of the pairs",
        recall.probes(),
        recall.clusters(),
        100 * recall.pairs());
    return text.toString();
  }

  private static String share(SearchRecall.Share share) {
    return String.format(
        Locale.ROOT,
        "%.2f %% (95 %%: %.2f to %.2f %%)",
        100 * share.share(),
        100 * share.low(),
        100 * share.high());
  }

  private static void falseNegatives(StringBuilder text, WithheldShare measured) {
    if (measured.queries() == 0) {
      return;
    }
    line(
        text,
        "false negatives, measured: %s of the negatives of %s are among the %s that were withheld"
            + " (95 %%: %s to %s)",
        percent(measured.share()),
        Counted.of(measured.queries(), "query", "queries"),
        Counted.of(measured.withheld(), "positive", "positives"),
        percent(measured.low()),
        percent(measured.high()));
    if (!measured.rule().isEmpty()) {
      line(text, "chosen for the target: %s", measured.rule());
    }
  }

  private static void counted(List<String> lines, long count, String what) {
    if (count > 0) {
      lines.add(String.format(Locale.ROOT, "%s: %,d", what, count));
    }
  }

  private static String decimal(double value) {
    return Double.isNaN(value) ? "none" : String.format(Locale.ROOT, "%.3f", value);
  }

  private static String percent(double share) {
    return Double.isNaN(share) ? "none" : String.format(Locale.ROOT, "%.1f %%", 100 * share);
  }

  private static void line(StringBuilder text, String format, Object... values) {
    text.append(String.format(Locale.ROOT, format, values)).append('\n');
  }
}
