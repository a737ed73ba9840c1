package dev.falcon.data.internal.source;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads records of RFC 4180: a cell that begins with a quote goes on to the next quote that is not
 * doubled, line ends included. As usual readers do, takes LF for CRLF, skips empty lines and keeps
 * what follows a closing quote.
 */
final class CsvParser implements AutoCloseable {
  private static final int MAX_RECORD_BYTES = 1 << 24;
  private static final int QUOTE = '"';

  private final InputStream input;
  private final int separator;
  private final ByteArrayOutputStream cell = new ByteArrayOutputStream();
  private long position;
  private long recordStart;
  private int pushedBack = -1;

  /**
   * @param input the file from the given place on; should be buffered
   */
  CsvParser(InputStream input, long position, char separator) {
    this.input = input;
    this.position = position;
    this.separator = separator;
  }

  /** Where the record that {@link #next} gave last, or failed at, begins in the file. */
  long recordStart() {
    return recordStart;
  }

  /**
   * The cells of the next record, not decoded; null at the end.
   *
   * @throws BrokenRowException if a quote does not close; nothing can be read after that
   */
  List<byte[]> next() throws IOException, BrokenRowException {
    int first;
    do {
      recordStart = position;
      first = read();
    } while (first == '\n' || first == '\r');
    if (first < 0) {
      return null;
    }
    unread(first);
    List<byte[]> cells = new ArrayList<>();
    int end;
    do {
      end = readCell();
      cells.add(cell.toByteArray());
    } while (end == separator);
    return cells;
  }

  /** Reads a cell into the buffer; gives what ended it: the separator, LF, or -1. */
  private int readCell() throws IOException, BrokenRowException {
    cell.reset();
    int b = read();
    if (b == QUOTE) {
      readQuoted();
      b = read();
    }
    while (b >= 0 && b != separator && b != '\n') {
      if (b == '\r') {
        int following = read();
        if (following == '\n' || following < 0) {
          return following;
        }
        unread(following);
      }
      append(b);
      b = read();
    }
    return b;
  }

  private void readQuoted() throws IOException, BrokenRowException {
    while (true) {
      int b = read();
      if (b < 0) {
        throw new BrokenRowException(
            "a quote in the record at byte " + recordStart + " does not close");
      }
      if (b == QUOTE) {
        int following = read();
        if (following != QUOTE) {
          unread(following);
          return;
        }
      }
      append(b);
    }
  }

  private void append(int b) throws BrokenRowException {
    if (position - recordStart > MAX_RECORD_BYTES) {
      throw new BrokenRowException(
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
    }
    return b;
  }

  private void unread(int b) {
    if (b >= 0) {
      pushedBack = b;
      position--;
    }
  }

  @Override
  public void close() throws IOException {
    input.close();
  }
}
