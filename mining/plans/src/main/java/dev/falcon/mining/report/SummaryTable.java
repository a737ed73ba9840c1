// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.report;

import dev.falcon.mining.request.MiningSummary;
import java.util.List;
import java.util.Locale;

/** Formats the distributions of a plan's summary as a table, for terminals and pages. */
public final class SummaryTable {
  /** The headings of the columns. */
  public static final List<String> HEADINGS =
      List.of("similarity", "count", "mean", "sd", "min", "25 %", "median", "75 %", "max");

  private SummaryTable() {}

  /** Returns one row per distribution; the summary must have distributions. */
  public static List<List<String>> rows(MiningSummary summary) {
    return List.of(
        row("positives", summary.positive()),
        row("negatives", summary.negative()),
        row("difference", summary.difference()),
        row("quantile asked", summary.quantileAsked()),
        row("… in candidates", summary.quantileInCandidates()),
        row("… in space", summary.quantileInSpace()));
  }

  private static List<String> row(String name, MiningSummary.Statistics s) {
    return List.of(
        name,
        String.format(Locale.ROOT, "%,d", s.count()),
        decimal(s.mean()),
        decimal(s.standardDeviation()),
        decimal(s.min()),
        decimal(s.p25()),
        decimal(s.median()),
        decimal(s.p75()),
        decimal(s.max()));
  }

  /** Returns a value with three decimals, so that a row fits into a terminal of 80 columns. */
  private static String decimal(double value) {
    return String.format(Locale.ROOT, "%.3f", value);
  }
}
