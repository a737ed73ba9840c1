// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.table;

import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Reads records of RFC 4180: a cell that starts with a quote extends to the next quote that is not
 * doubled, and may include line ends. Like most readers, this one accepts LF for CRLF, skips empty
 * lines and keeps text after a closing quote. A byte order mark is skipped.
 */
public final class CsvParser implements Closeable {
  private static final int MAX_RECORD_BYTES = 1 << 24;
  private static final byte[] BYTE_ORDER_MARK = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};
  private static final int QUOTE = '"';

  private final InputStream input;
  private final int separator;
  private final ByteArrayOutputStream cell = new ByteArrayOutputStream();
  private boolean keepsEmptyLines;
  private long position;
  private long recordStart;
  private long line = 1;
  private long recordLine = 1;
  private int pushedBack = -1;
  private boolean textBehindQuote;
  private boolean linesWithTabs;
  private boolean loneReturn; // outside quotes, within a record

  /** A record that cannot be read; nothing can be read after it. The message is the reason. */
  public static final class BrokenRecordException extends Exception {
    private static final long serialVersionUID = 1L;

    BrokenRecordException(String reason) {
      super(reason);
    }
  }

  /**
   * One cell.
   *
   * @param bytes its content, not decoded; must not be modified
   * @param quoted whether it is in quotes, which distinguishes the empty string from a missing
   *     value
   */
  @SuppressWarnings("ArrayRecordComponent") // carried, never compared
  public record Cell(byte[] bytes, boolean quoted) {}

  /**
   * @param input the file from the given position on; must be buffered
   */
  public CsvParser(InputStream input, long position, char separator) {
    this.input = input;
    this.position = position;
    this.separator = separator;
  }

  /**
   * Returns the separator of a table's fields: a tab if the name or the header says so, else a
   * comma if the header has one, else a semicolon, as spreadsheets write it where a comma is the
   * decimal mark, or a vertical bar, if the header has one of these.
   *
   * @param input the table's text from its start on; must be buffered
   */
  public static char separator(Path file, InputStream input) throws IOException {
    String name = file.toString().toLowerCase(Locale.ROOT);
    if (name.endsWith(".tsv") || name.endsWith(".tsv.gz")) {
      return '\t';
    }
    boolean comma = false;
    boolean semicolon = false;
    boolean bar = false;
    for (int b = input.read(); b >= 0 && b != '\n'; b = input.read()) {
      if (b == '\t') {
        return '\t';
      }
      comma |= b == ',';
      semicolon |= b == ';';
      bar |= b == '|';
    }
    return comma ? ',' : semicolon ? ';' : bar ? '|' : ',';
  }

  /**
   * From now on, reads an empty line as a record of one empty cell, as in a table of one column.
   */
  public void keepEmptyLines() {
    keepsEmptyLines = true;
  }

  /**
   * Returns the position in the file, in bytes, of the record that {@link #next} returned last or
   * failed at.
   */
  public long recordStart() {
    return recordStart;
  }

  /**
   * Returns the line on which that record starts, counted from 1 at the position where reading
   * started.
   */
  public long recordLine() {
    return recordLine;
  }

  /**
   * Returns whether a cell of that record has text behind its closing quote, which RFC 4180 does
   * not allow.
   */
  public boolean hasTextBehindQuote() {
    return textBehindQuote;
  }

  /**
   * Returns whether, in a table separated by tabs, a quoted cell of that record holds a tab and a
   * line break. It may be several records, the first of which begins a cell with a quote.
   */
  public boolean hasLinesWithTabs() {
    return linesWithTabs;
  }

  /**
   * Returns the cells of the next record; empty at the end.
   *
   * @throws BrokenRecordException if a quote does not close, or if the first record shows that the
   *     lines do not end in line feeds
   */
  public Optional<List<Cell>> next() throws IOException, BrokenRecordException {
    boolean isFirst = position == 0;
    if (isFirst) {
      skipByteOrderMark();
    }
    loneReturn = false;
    textBehindQuote = false;
    linesWithTabs = false;
    int first;
    do {
      recordStart = position;
      recordLine = line;
      first = read();
    } while (!keepsEmptyLines && (first == '\n' || first == '\r'));
    if (first < 0) {
      return Optional.empty();
    }
    unread(first);
    List<Cell> cells = new ArrayList<>();
    int end;
    do {
      end = readCell(cells);
    } while (end == separator);
    if (isFirst && loneReturn) {
      throw new BrokenRecordException(
          "lines end in carriage returns alone; save the file with line feeds");
    }
    return Optional.of(cells);
  }

  private void skipByteOrderMark() throws IOException {
    input.mark(BYTE_ORDER_MARK.length);
    byte[] start = input.readNBytes(BYTE_ORDER_MARK.length);
    if (Arrays.equals(start, BYTE_ORDER_MARK)) {
      position = start.length;
    } else {
      input.reset();
    }
  }

  /** Adds a cell; returns what ended it: the separator, LF, or -1. */
  private int readCell(List<Cell> cells) throws IOException, BrokenRecordException {
    cell.reset();
    int b = read();
    boolean quoted = b == QUOTE;
    if (quoted) {
      readQuoted();
      b = read();
    }
    while (b >= 0 && b != separator && b != '\n') {
      int following = b == '\r' ? read() : -2;
      if (following == '\n' || following == -1) {
        b = following;
      } else {
        if (b == '\r') {
          unread(following);
          loneReturn = true;
        }
        textBehindQuote |= quoted;
        append(b);
        b = read();
      }
    }
    cells.add(new Cell(cell.toByteArray(), quoted));
    return b;
  }

  private void readQuoted() throws IOException, BrokenRecordException {
    int before = QUOTE;
    boolean escaped = false;
    boolean tab = false;
    boolean lineBreak = false;
    while (true) {
      int b = read();
      if (b < 0) {
        throw new BrokenRecordException(
            "a quote in the record at byte "
                + recordStart
                + " does not close"
                + (escaped
                    ? "; a quote within it must be doubled, and is written as \\\", as Spark does"
                        + " unless its option escape is a quote"
                    : ""));
      }
      if (b == QUOTE) {
        escaped |= before == '\\';
        int following = read();
        if (following != QUOTE) {
          unread(following);
          linesWithTabs |= tab && lineBreak;
          return;
        }
      }
      tab |= b == separator && separator == '\t';
      lineBreak |= b == '\n';
      before = b;
      append(b);
    }
  }

  private void append(int b) throws BrokenRecordException {
    if (position - recordStart > MAX_RECORD_BYTES) {
      throw new BrokenRecordException(
          "the record at byte "
              + recordStart
              + " has more than "
              + MAX_RECORD_BYTES
              + " bytes: a quote may not close");
    }
    cell.write(b);
  }

  private int read() throws IOException {
    int b = pushedBack >= 0 ? pushedBack : input.read();
    pushedBack = -1;
    if (b >= 0) {
      position++;
      line += b == '\n' ? 1 : 0;
    }
    return b;
  }

  private void unread(int b) {
    if (b >= 0) {
      pushedBack = b;
      position--;
      line -= b == '\n' ? 1 : 0;
    }
  }

  @Override
  public void close() throws IOException {
    input.close();
  }
}
