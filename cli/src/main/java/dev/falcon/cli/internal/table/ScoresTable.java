// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli.internal.table;

import dev.falcon.eval.metric.Scores;
import java.util.Locale;

/** Named scores in percent, one per line. */
public final class ScoresTable {
  private ScoresTable() {}

  /** Returns the table; groups are shown as {@code group: name}. */
  public static String of(String heading, Scores scores) {
    TextTable table = new TextTable(heading, "%");
    for (String name : scores.values().keySet()) {
      Double value = scores.get(name);
      table.row(
          name.replaceFirst("\\.", ": "),
          value == null ? "-" : String.format(Locale.ROOT, "%.2f", value));
    }
    return table.toString();
  }
}
