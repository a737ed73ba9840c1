// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.table;

import dev.falcon.data.FalconException;
import dev.falcon.data.file.PackedFiles;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/**
 * The records of a file of separated values as in RFC 4180: fields in quotes may contain the
 * separator, line ends and doubled quotes. Lines may end in CR LF or LF; empty lines are skipped,
 * except in a table of one column. UTF-8; a byte order mark is skipped. The file may be compressed
 * with gzip.
 */
public final class CsvRecords implements Closeable {
  private final Path file;
  private final CsvParser parser;
  private boolean begun;

  /** Opens a file whose name or first line says how its fields are separated. */
  public static CsvRecords open(Path file) throws IOException {
    try (InputStream start = PackedFiles.open(file)) {
      return new CsvRecords(file, CsvParser.separator(file, start));
    }
  }

  /** Opens a file whose fields are separated by this character. */
  public CsvRecords(Path file, char separator) throws IOException {
    this.file = file;
    this.parser = new CsvParser(PackedFiles.open(file), 0, separator);
  }

  /**
   * Returns the next record; empty at the end. A field is null if it is empty and not in quotes,
   * which distinguishes a missing value from the empty string.
   */
  public Optional<List<String>> next() throws IOException {
    Optional<List<CsvParser.Cell>> cells;
    try {
      cells = parser.next();
    } catch (CsvParser.BrokenRecordException e) {
      throw new FalconException(file + ": truncated: line " + line() + ": " + e.getMessage(), e);
    }
    if (cells.isEmpty()) {
      return Optional.empty();
    }
    List<String> fields = new ArrayList<>(cells.get().size());
    for (CsvParser.Cell cell : cells.get()) {
      String text = decoded(cell);
      fields.add(text.isEmpty() && !cell.quoted() ? null : text);
    }
    if (!begun && fields.size() == 1) {
      parser.keepEmptyLines();
    }
    begun = true;
    return Optional.of(Collections.unmodifiableList(fields));
  }

  private String decoded(CsvParser.Cell cell) {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(cell.bytes())).toString();
    } catch (CharacterCodingException e) {
      throw new FalconException(file + ": line " + line() + " is not valid UTF-8", e);
    }
  }

  /** Returns the line at which the record returned last starts, counted from 1. */
  public long line() {
    return parser.recordLine();
  }

  @Override
  public void close() throws IOException {
    parser.close();
  }
}
