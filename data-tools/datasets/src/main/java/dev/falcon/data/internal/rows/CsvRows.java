// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.internal.rows;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.falcon.data.FalconException;
import dev.falcon.data.file.FileReads;
import dev.falcon.data.file.Json;
import dev.falcon.data.internal.source.BrokenRowException;
import dev.falcon.data.internal.source.SeekableText;
import dev.falcon.data.internal.source.Utf8;
import dev.falcon.data.sample.DataNote;
import dev.falcon.data.sample.NoteCounts;
import dev.falcon.data.table.CsvParser;
import dev.falcon.data.table.CsvParser.BrokenRecordException;
import dev.falcon.data.table.internal.Content;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A text table whose first record names the columns. Empty cells are null. A file that is
 * compressed with gzip is one block.
 */
public final class CsvRows implements RowFile {
  private static final int BUFFER_BYTES = 1 << 16;

  /**
   * The findings of a first pass.
   *
   * @param blockLines the line of each block's first row, from 1
   */
  private record Index(
      List<String> header, List<Long> blockOffsets, List<Long> blockLines, long rows) {}

  private final SeekableText text;
  private final Optional<Character> givenSeparator;
  private final int blockRows;
  private Index index;
  private char separator;

  /**
   * @param separator detected from the file's name and header if empty
   */
  public CsvRows(Path file, Optional<Character> separator, int blockRows) {
    this.text = SeekableText.of(file);
    this.givenSeparator = separator;
    this.blockRows = text.blockRows(blockRows);
  }

  @Override
  public Path file() {
    return text.file();
  }

  @Override
  public int blocks() {
    return index().blockOffsets().size();
  }

  @Override
  public long rows() {
    return index().rows();
  }

  /** Returns the columns' names. */
  public List<String> header() {
    return index().header();
  }

  @Override
  public Rows open(int block) {
    Index places = index();
    try {
      return new BlockRows(
          places.blockOffsets().get(block),
          places.blockLines().get(block),
          (long) block * blockRows);
    } catch (IOException e) {
      throw new FalconException(file() + ": cannot be read: " + e.getMessage(), e);
    }
  }

  private synchronized Index index() {
    if (index == null) {
      try {
        index = walk();
      } catch (IOException e) {
        throw new FalconException(file() + ": cannot be read: " + e.getMessage(), e);
      }
    }
    return index;
  }

  private Index walk() throws IOException {
    if (givenSeparator.isPresent()) {
      separator = givenSeparator.get();
    } else {
      try (InputStream input = new BufferedInputStream(text.open(0))) {
        separator = CsvParser.separator(file(), input);
      }
    }
    List<Long> offsets = new ArrayList<>();
    List<Long> lines = new ArrayList<>();
    long rows = 0;
    List<String> header = new ArrayList<>();
    try (CsvParser parser = parser(0)) {
      try {
        Optional<List<CsvParser.Cell>> cells = parser.next();
        if (cells.isEmpty()) {
          throw new FalconException(file() + ": is empty; its first line should name the columns");
        }
        for (CsvParser.Cell cell : cells.get()) {
          header.add(Utf8.decode(cell.bytes(), "the header").strip());
        }
      } catch (BrokenRowException | BrokenRecordException e) {
        throw new FalconException(file() + ": its header cannot be read: " + e.getMessage(), e);
      }
      Optional<FalconException> repeated = Content.repeatedName(file(), header);
      if (repeated.isPresent()) {
        throw repeated.get();
      }
      try {
        for (; parser.next().isPresent(); rows++) {
          if (rows % blockRows == 0) {
            offsets.add(parser.recordStart());
            lines.add(parser.recordLine());
          }
        }
      } catch (BrokenRecordException e) {
        rows++; // the block with the record fails in the same way and rejects it
      }
      if (offsets.isEmpty()) {
        offsets.add(parser.recordStart());
        lines.add(parser.recordLine());
      }
    }
    return new Index(header, offsets, lines, rows);
  }

  private CsvParser parser(long offset) throws IOException {
    return new CsvParser(
        new BufferedInputStream(text.open(offset), BUFFER_BYTES), offset, separator);
  }

  private final class BlockRows implements Rows {
    private final CsvParser parser;
    private final long end;
    private final long firstLine;
    private final NoteCounts notes = new NoteCounts();
    private long next;

    private BlockRows(long offset, long firstLine, long firstRow) throws IOException {
      this.parser = parser(offset);
      this.firstLine = firstLine;
      this.next = firstRow;
      this.end = firstRow + blockRows;
    }

    @Override
    public Optional<JsonNode> next() throws BrokenRowException {
      Optional<List<CsvParser.Cell>> cells;
      try {
        cells = next >= end ? Optional.empty() : parser.next();
      } catch (BrokenRecordException e) {
        next = end + 1;
        throw new BrokenRowException(e.getMessage());
      } catch (IOException e) {
        throw new FalconException(file() + ": cannot be read: " + e.getMessage(), e);
      }
      if (cells.isEmpty()) {
        return Optional.empty();
      }
      next++;
      takeNotes();
      return Optional.of(row(cells.get()));
    }

    private void takeNotes() {
      if (parser.hasTextBehindQuote()) {
        notes.add(DataNote.Kind.TEXT_BEHIND_QUOTE, this::place);
      }
      if (parser.hasLinesWithTabs()) {
        notes.add(DataNote.Kind.LINES_IN_A_CELL, this::place);
      }
    }

    private String place() {
      return "line " + (firstLine + parser.recordLine() - 1);
    }

    @Override
    public List<DataNote> notes() {
      return notes.list();
    }

    private JsonNode row(List<CsvParser.Cell> cells) throws BrokenRowException {
      List<String> header = header();
      if (cells.size() != header.size()) {
        throw new BrokenRowException(
            "the record at byte "
                + parser.recordStart()
                + " has "
                + cells.size()
                + " cells, the header "
                + header.size());
      }
      ObjectNode row = Json.mapper().createObjectNode();
      for (int i = 0; i < header.size(); i++) {
        byte[] text = cells.get(i).bytes();
        row.put(
            header.get(i),
            text.length == 0 ? null : Utf8.decode(text, "column '" + header.get(i) + "'"));
      }
      return row;
    }

    @Override
    public long number() {
      return next - 1;
    }

    @Override
    public void close() {
      FileReads.close(file(), parser);
    }
  }
}
