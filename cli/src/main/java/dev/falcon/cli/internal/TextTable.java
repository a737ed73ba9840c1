package dev.falcon.cli.internal;

import dev.falcon.data.PrintableText;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** A table in plain text: the first column to the left, all others to the right. */
public final class TextTable {
  private final List<String[]> rows = new ArrayList<>();

  /** A table that begins with its headings. */
  public TextTable(String... headings) {
    rows.add(headings);
  }

  /**
   * Adds a row, with as many cells as there are headings; what is not to be seen is written out.
   */
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
    int columns = rows.get(0).length;
    int[] widths = new int[columns];
    for (String[] row : rows) {
      for (int c = 0; c < columns; c++) {
        widths[c] = Math.max(widths[c], row[c].length());
      }
    }
    StringBuilder text = new StringBuilder();
    for (String[] row : rows) {
      StringBuilder line = new StringBuilder();
      for (int c = 0; c < columns; c++) {
        String padding = " ".repeat(widths[c] - row[c].length());
        line.append(c == 0 ? row[c] + padding : "  " + padding + row[c]);
      }
      text.append(line.toString().stripTrailing()).append('\n');
    }
    return text.toString();
  }
}
