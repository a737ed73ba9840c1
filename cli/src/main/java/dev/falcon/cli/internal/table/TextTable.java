// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli.internal.table;

import dev.falcon.cli.internal.process.ConsoleProgress;
import dev.falcon.data.PrintableText;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * A table in plain text: the first column left-aligned, all others right-aligned. On a narrow
 * terminal, columns that do not fit follow below, with the first column repeated.
 */
public final class TextTable {
  private static final String GAP = "  ";

  private final List<String[]> rows = new ArrayList<>();

  /** Creates a table that starts with its headings. */
  public TextTable(String... headings) {
    rows.add(headings);
  }

  /** Adds a row, with as many cells as there are headings; invisible characters are escaped. */
  public TextTable row(String... cells) {
    if (cells.length != rows.get(0).length) {
      throw new IllegalArgumentException(
          cells.length + " cells under " + rows.get(0).length + " headings");
    }
    rows.add(Stream.of(cells).map(PrintableText::line).toArray(String[]::new));
    return this;
  }

  @Override
  public String toString() {
    int columns = Integer.getInteger(ConsoleProgress.COLUMNS, 0);
    return toString(columns > 0 ? columns : Integer.MAX_VALUE);
  }

  /** Returns the table in lines of at most this many characters, provided that two columns fit. */
  String toString(int width) {
    int columns = rows.get(0).length;
    int[] widths = new int[columns];
    for (String[] row : rows) {
      for (int c = 0; c < columns; c++) {
        widths[c] = Math.max(widths[c], row[c].length());
      }
    }
    StringBuilder text = new StringBuilder();
    int begin = 1;
    do {
      int end = begin;
      int used = widths[0];
      while (end < columns && (end == begin || used + GAP.length() + widths[end] <= width)) {
        used += GAP.length() + widths[end++];
      }
      text.append(text.isEmpty() ? "" : "\n");
      append(text, widths, begin, end);
      begin = end;
    } while (begin < columns);
    return text.toString();
  }

  private void append(StringBuilder text, int[] widths, int begin, int end) {
    for (String[] row : rows) {
      StringBuilder line = new StringBuilder(row[0] + " ".repeat(widths[0] - row[0].length()));
      for (int c = begin; c < end; c++) {
        line.append(GAP).append(" ".repeat(widths[c] - row[c].length())).append(row[c]);
      }
      text.append(line.toString().stripTrailing()).append('\n');
    }
  }
}
