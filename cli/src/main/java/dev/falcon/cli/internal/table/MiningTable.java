// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli.internal.table;

import dev.falcon.data.Reject;
import dev.falcon.data.file.Folders;
import dev.falcon.data.store.EmbeddingStore;
import dev.falcon.data.table.Rejects;
import dev.falcon.mining.MiningEngine;
import dev.falcon.mining.algorithm.RankWindow;
import dev.falcon.mining.plan.ShardResult;
import dev.falcon.mining.report.SummaryTable;
import dev.falcon.mining.request.MiningResult;
import dev.falcon.mining.request.MiningSummary;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeMap;

/** The output of {@code falcon mine}. */
public final class MiningTable {
  private MiningTable() {}

  /** The kind of content of a store's rows. */
  public enum Rows {
    /** Images with captions. */
    IMAGES("image", "caption"),
    /** Texts with texts that belong to them. */
    TEXTS("anchor", "text"),
    /** Images with images that belong to them. */
    IMAGE_PAIRS("image", "positive image"),
    /** Any of these, if the store is not available. */
    ANY("image or anchor", "caption or text");

    private final String left;
    private final String right;

    Rows(String left, String right) {
      this.left = left;
      this.right = right;
    }

    /** Returns the content of a store. */
    public static Rows of(EmbeddingStore store) {
      if (store.hasImagePairs()) {
        return IMAGE_PAIRS;
      }
      return store.hasAnchors() ? TEXTS : IMAGES;
    }
  }

  /** Returns the result of one task for people. */
  public static String of(ShardResult result) {
    String rejected =
        result.rejects().isEmpty()
            ? ""
            : Counted.of(result.rejects().size(), "row", "rows")
                + " rejected, which falcon merge lists\n";
    return new Counted.Share(result.folder(), result.shard(), "part", "mined", "completes the plan")
        .of(result.mined(), result.found(), result.missing(), result.parts(), rejected);
  }

  /**
   * Returns the result for people.
   *
   * @param dimension the length of a vector; empty if the store is not available
   */
  public static String of(MiningResult result, Rows rows, OptionalInt dimension) {
    return of(result.output().toString(), result.summary(), rows, dimension);
  }

  /** Returns the warnings about a result. */
  public static List<String> warnings(MiningResult result) {
    String rejects =
        Folders.isFolder(result.output())
            ? result.output().resolve(Rejects.FILE_NAME).toString()
            : result.output() + ".rejects.parquet";
    return warnings(result.summary(), result.rejects(), rejects);
  }

  /** Returns the result for a plan that an engine has mined, wherever it is stored. */
  public static String of(MiningEngine.Planned plan) {
    return of(plan.output(), plan.summary(), Rows.ANY, OptionalInt.empty());
  }

  /** Returns the warnings about a plan that an engine has mined. */
  public static List<String> warnings(MiningEngine.Planned plan) {
    String rejects = plan.output() + "/" + Rejects.FILE_NAME;
    return warnings(plan.summary(), plan.rejects(), rejects);
  }

  private static List<String> warnings(MiningSummary summary, List<Reject> rejects, String listed) {
    List<String> warnings = new ArrayList<>();
    if (summary.leftOut() > 0) {
      warnings.add(
          String.format(
              Locale.ROOT, "samples left over that do not fill a batch: %,d", summary.leftOut()));
    }
    Long drawn = summary.withheld().get(RankWindow.EMPTY);
    if (drawn != null) {
      warnings.add(
          String.format(
              Locale.ROOT,
              "samples drawn at random, since --range-min, --range-max or --max-score left their"
                  + " anchor no candidate: %,d",
              drawn));
    }
    warnings.addAll(RejectedRows.warning("rows", rejects, listed));
    return warnings;
  }

  private static String of(String output, MiningSummary summary, Rows rows, OptionalInt dimension) {
    StringBuilder text = new StringBuilder(heading(output, summary));
    if (dimension.isPresent()) {
      text.append(", ").append(vectors(dimension.getAsInt()));
    }
    text.append('\n');
    if (summary.negative() != null) {
      text.append('\n').append(statistics(summary)).append('\n');
      text.append(
          String.format(
              Locale.ROOT,
              "negatives of the same %s: %s; with the same %s: %s%n",
              rows.left,
              known(summary.sameImage(), "image ids"),
              rows.right,
              known(summary.sameCaption(), "captions")));
    }
    Map<String, Long> withheld = new TreeMap<>(summary.withheld());
    withheld.remove(RankWindow.EMPTY); // a warning
    withheld.forEach(
        (reason, count) ->
            text.append(
                String.format(
                    Locale.ROOT, "candidates kept out of a batch, %s: %,d%n", reason, count)));
    return text.toString();
  }

  /** Returns the length of vectors in words. */
  static String vectors(int dimension) {
    return "vectors of " + Counted.of(dimension, "number", "numbers");
  }

  private static String known(Long count, String lacking) {
    return count == null
        ? "not known (no " + lacking + ")"
        : String.format(Locale.ROOT, "%,d", count);
  }

  private static String heading(String output, MiningSummary summary) {
    return String.format(
        Locale.ROOT,
        "%s: %s, %,d samples of %,d, %s, %s",
        output,
        Counted.of(summary.batches(), "batch", "batches"),
        summary.samples(),
        summary.samples() + summary.leftOut(),
        Counted.of(summary.epochs(), "epoch", "epochs"),
        Counted.of(summary.searchSpaces(), "search space", "search spaces"));
  }

  private static TextTable statistics(MiningSummary summary) {
    TextTable table = new TextTable(SummaryTable.HEADINGS.toArray(String[]::new));
    SummaryTable.rows(summary).forEach(row -> table.row(row.toArray(String[]::new)));
    return table;
  }
}
