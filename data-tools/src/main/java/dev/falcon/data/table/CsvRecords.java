package dev.falcon.data.table;

import dev.falcon.data.FalconException;
import java.io.BufferedReader;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * The records of a file of separated values as RFC 4180 describes them: fields in quotes may hold
 * the separator, line ends and doubled quotes. Lines may end in CR LF or LF. UTF-8; a byte order
 * mark is skipped.
 */
public final class CsvRecords implements Closeable {
  private static final char BYTE_ORDER_MARK = '\uFEFF';

  private final Path file;
  private final char separator;
  private final BufferedReader in;
  private long line = 1;

  /** Opens a file whose fields are separated by this character. */
  public CsvRecords(Path file, char separator) throws IOException {
    this.file = file;
    this.separator = separator;
    this.in = Files.newBufferedReader(file);
    in.mark(1);
    if (in.read() != BYTE_ORDER_MARK) {
      in.reset();
    }
  }

  /**
   * The next record, null at the end. A field is null where it is empty and not in quotes, so that
   * a missing value can be told from the empty string.
   */
  public List<String> next() throws IOException {
    int c = in.read();
    if (c < 0) {
      return null;
    }
    List<String> fields = new ArrayList<>();
    StringBuilder field = new StringBuilder();
    while (true) {
      boolean quoted = c == '"';
      if (quoted) {
        readQuoted(field);
        c = in.read();
      }
      while (c >= 0 && c != separator && c != '\n') {
        field.append((char) c);
        c = in.read();
      }
      boolean recordEnds = c != separator;
      if (recordEnds && !field.isEmpty() && field.charAt(field.length() - 1) == '\r') {
        field.setLength(field.length() - 1);
      }
      fields.add(field.isEmpty() && !quoted ? null : field.toString());
      field.setLength(0);
      if (recordEnds) {
        line++;
        return Collections.unmodifiableList(fields);
      }
      c = in.read();
    }
  }

  /** The line at which the next record begins, counted from 1. */
  public long line() {
    return line;
  }

  private void readQuoted(StringBuilder field) throws IOException {
    long begin = line;
    while (true) {
      int c = in.read();
      if (c < 0) {
        throw new FalconException(
            file + ": truncated: the quote that opens on line " + begin + " is never closed");
      }
      if (c == '"') {
        in.mark(1);
        if (in.read() != '"') {
          in.reset();
          return;
        }
      }
      line += c == '\n' ? 1 : 0;
      field.append((char) c);
    }
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
