// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli.internal.table;

import dev.falcon.data.statistics.Interval;
import dev.falcon.eval.compositional.Compositional;
import dev.falcon.eval.compositional.CompositionalResult;
import dev.falcon.eval.compositional.ShareSummary;
import dev.falcon.eval.compositional.SubsetResult;
import dev.falcon.eval.compositional.compare.ComparedItems;
import dev.falcon.eval.compositional.compare.SuiteComparison;
import dev.falcon.eval.compositional.suite.SuiteDescription;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** Terminal output of compositional suites. */
public final class SuiteTables {
  private static final String NOTHING = "-";

  private SuiteTables() {}

  /** Returns the suites that Falcon describes. */
  public static String suites(List<SuiteDescription> suites) {
    StringBuilder lines = new StringBuilder();
    for (SuiteDescription suite : suites) {
      int items = suite.expected().values().stream().mapToInt(count -> count).sum();
      lines.append(
          String.format(
              Locale.ROOT,
              "%-20s%8s  by %-9s%s%n",
              suite.name(),
              items == 0 ? NOTHING : String.format(Locale.ROOT, "%,d", items),
              suite.protocol().map(protocol -> protocol.label()).orElse("shape"),
              suite.source()));
    }
    return lines.toString();
  }

  /** Returns a result: its subsets, then its averages. */
  public static String compositional(CompositionalResult result) {
    TextTable table =
        new TextTable(
            result.suite().name(),
            "items",
            "%",
            "ties ½",
            "chance",
            "shorter",
            "mean image",
            "ties",
            "missing");
    for (SubsetResult subset : result.subsets()) {
      String name = subset.subset().isEmpty() ? "all" : subset.subset();
      row(
          table,
          name,
          count(subset.items()),
          subset.shares(),
          count(subset.ties()),
          count(subset.missing()));
    }
    if (result.subsets().size() > 1) {
      result
          .averages()
          .forEach(
              (name, shares) ->
                  row(
                      table,
                      "mean of " + name + (name.equals(result.suite().average()) ? " *" : ""),
                      "",
                      shares,
                      "",
                      ""));
    }
    List<String> notes = new ArrayList<>();
    notes.add(
        String.format(
            Locale.ROOT,
            "%s on %s and %s; an item is right by the protocol %s; scored by %s",
            Counted.of(result.items(), "item"),
            Counted.of(result.images(), "image"),
            Counted.of(result.captions(), "caption"),
            result.suite().protocol(),
            result.scoredBy().label()));
    if (result.subsets().size() > 1) {
      notes.add("* the average that the suite's authors report");
    }
    result
        .trained()
        .ifPresent(
            trained ->
                notes.add(
                    String.format(
                        Locale.ROOT,
                        "%s %% of %,d items on images in training, %s %% of %,d others",
                        percent(trained.seen().share()),
                        trained.seenItems(),
                        percent(trained.unseen().share()),
                        trained.unseenItems())));
    result.subsets().forEach(subset -> details(subset, notes));
    ShareSummary all = result.averages().get("rows");
    if (all.official() != all.share()) {
      notes.add(
          String.format(
              Locale.ROOT,
              "by the suite's own rule for ties, %s, %s %% of all items",
              result.suite().ties().label(),
              percent(all.official())));
    }
    return table + String.join("\n", notes) + "\n";
  }

  private static void details(SubsetResult subset, List<String> notes) {
    String name = subset.subset().isEmpty() ? "" : subset.subset() + ": ";
    List<String> parts = new ArrayList<>();
    if (subset.protocols().values().size() > 1) {
      subset
          .protocols()
          .values()
          .keySet()
          .forEach(each -> parts.add(each + " " + percent(subset.protocols().get(each))));
    }
    subset
        .ranks()
        .values()
        .keySet()
        .forEach(each -> parts.add(each + " " + percent(subset.ranks().get(each))));
    subset
        .pairs()
        .values()
        .keySet()
        .forEach(each -> parts.add(each + " " + percent(subset.pairs().get(each))));
    allRight(subset, "sets", "all_right", parts);
    allRight(subset, "pairs", "pairs_right", parts);
    if (!parts.isEmpty()) {
      notes.add(name + String.join(", ", parts));
    }
  }

  private static void allRight(
      SubsetResult subset, String counted, String right, List<String> parts) {
    if (subset.sets().has(counted)) {
      parts.add(
          String.format(
              Locale.ROOT,
              "all right in %s %% of %,d %s",
              percent(subset.sets().get(right)),
              subset.sets().values().get(counted).longValue(),
              counted));
    }
  }

  private static void row(
      TextTable table,
      String name,
      String items,
      ShareSummary shares,
      String ties,
      String missing) {
    table.row(
        name,
        items,
        percent(shares.share()),
        percent(shares.tiesHalf()),
        percent(shares.chance()),
        percent(shares.shorterCaption()),
        percent(shares.meanImage()),
        ties,
        missing);
  }

  /** Returns a comparison of two models: its subsets, all items, and the finding. */
  public static String comparison(SuiteComparison comparison) {
    TextTable table =
        new TextTable(
            comparison.suite().isEmpty() ? "subset" : comparison.suite(),
            "items",
            "A %",
            "B %",
            "B - A",
            "95 % interval",
            "won",
            "lost",
            "p",
            "Holm",
            "finding");
    Stream.of(
            comparison.subsets().stream(),
            Stream.of(comparison.all()),
            comparison.seen().stream(),
            comparison.unseen().stream())
        .flatMap(items -> items)
        .forEach(items -> table.row(cells(items)));
    if (!Double.isNaN(comparison.subsetMean())) {
      table.row(
          "mean of subsets",
          "",
          "",
          "",
          points(comparison.subsetMean()),
          words(comparison.subsetMeanInterval()),
          "",
          "",
          "",
          "",
          "");
    }
    return table + comparison.verdict() + "\n";
  }

  private static String[] cells(ComparedItems items) {
    return new String[] {
      items.name().equals(SuiteComparison.ROWS) ? "all" : items.name(),
      count(items.items()),
      percent(items.first()),
      percent(items.second()),
      points(items.difference()),
      words(items.interval()),
      count(items.won()),
      count(items.lost()),
      p(items.p()),
      p(items.holmP()),
      items.finding().words()
    };
  }

  private static String points(double difference) {
    return String.format(Locale.ROOT, "%+.2f", difference);
  }

  private static String words(Optional<Interval> interval) {
    return interval
        .map(ends -> String.format(Locale.ROOT, "[%+.2f, %+.2f]", ends.low(), ends.high()))
        .orElse(NOTHING);
  }

  private static String p(double value) {
    return String.format(Locale.ROOT, value < 0.001 ? "%.0e" : "%.3f", value);
  }

  /** Returns the warnings about a result. */
  public static List<String> warnings(Compositional.Outcome outcome) {
    CompositionalResult result = outcome.result();
    List<String> warnings = new ArrayList<>(result.warnings());
    if (result.missing() > 0) {
      warnings.add(
          String.format(
              Locale.ROOT,
              "%,d of %,d items are not judged, since an image is missing: the shares are not those"
                  + " of the whole suite",
              result.missing(),
              result.missing() + result.items()));
    }
    if (result.unscored() > 0) {
      warnings.add(
          String.format(
              Locale.ROOT,
              "%s with a score that is no number, which counts as wrong",
              Counted.of(result.unscored(), "item")));
    }
    warnings.addAll(RejectedRows.warning("images and rows", outcome.rejects(), "rejects.parquet"));
    return warnings;
  }

  private static String count(int count) {
    return String.format(Locale.ROOT, "%,d", count);
  }

  private static String percent(Double value) {
    return value == null || value.isNaN() ? NOTHING : String.format(Locale.ROOT, "%.2f", value);
  }
}
