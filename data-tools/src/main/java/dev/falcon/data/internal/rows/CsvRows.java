package dev.falcon.data.internal.rows;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.falcon.data.FalconException;
import dev.falcon.data.file.FileReads;
import dev.falcon.data.file.Json;
import dev.falcon.data.internal.source.BrokenRowException;
import dev.falcon.data.internal.source.Utf8;
import dev.falcon.data.table.CsvParser;
import dev.falcon.data.table.CsvParser.BrokenRecordException;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** A text table whose first record names the columns. Empty cells count as absent. */
public final class CsvRows implements RowFile {
  private static final int BUFFER_BYTES = 1 << 16;

  private record Index(List<String> header, List<Long> blockOffsets) {}

  private final Path file;
  private final Optional<Character> givenSeparator;
  private final int blockRows;
  private Index index;
  private char separator;

  /**
   * @param separator detected from the file's name and header if empty
   */
  public CsvRows(Path file, Optional<Character> separator, int blockRows) {
    this.file = file;
    this.givenSeparator = separator;
    this.blockRows = blockRows;
  }

  @Override
  public Path file() {
    return file;
  }

  @Override
  public int blocks() {
    return index().blockOffsets().size();
  }

  /** Returns the columns' names. */
  public List<String> header() {
    return index().header();
  }

  @Override
  public Rows open(int block) {
    Index places = index();
    try {
      return new BlockRows(places.blockOffsets().get(block), (long) block * blockRows);
    } catch (IOException e) {
      throw new FalconException(file + ": cannot be read: " + e.getMessage(), e);
    }
  }

  private synchronized Index index() {
    if (index == null) {
      try {
        index = walk();
      } catch (IOException e) {
        throw new FalconException(file + ": cannot be read: " + e.getMessage(), e);
      }
    }
    return index;
  }

  private Index walk() throws IOException {
    separator = givenSeparator.isPresent() ? givenSeparator.get() : findSeparator();
    List<Long> offsets = new ArrayList<>();
    List<String> header = new ArrayList<>();
    try (CsvParser parser = parser(0)) {
      try {
        Optional<List<CsvParser.Cell>> cells = parser.next();
        if (cells.isEmpty()) {
          throw new FalconException(file + ": is empty; its first line should name the columns");
        }
        for (CsvParser.Cell cell : cells.get()) {
          header.add(Utf8.decode(cell.bytes(), "the header").strip());
        }
      } catch (BrokenRowException | BrokenRecordException e) {
        throw new FalconException(file + ": its header cannot be read: " + e.getMessage(), e);
      }
      try {
        for (long row = 0; parser.next().isPresent(); row++) {
          if (row % blockRows == 0) {
            offsets.add(parser.recordStart());
          }
        }
      } catch (BrokenRecordException e) {
        // The block with the record fails in the same way and rejects it.
        if (offsets.isEmpty()) {
          offsets.add(parser.recordStart());
        }
      }
      if (offsets.isEmpty()) {
        offsets.add(parser.recordStart());
      }
    }
    return new Index(header, offsets);
  }

  private char findSeparator() throws IOException {
    if (file.toString().toLowerCase(Locale.ROOT).endsWith(".tsv")) {
      return '\t';
    }
    try (BufferedInputStream input =
        new BufferedInputStream(Channels.newInputStream(FileChannel.open(file)))) {
      int b = input.read();
      while (b >= 0 && b != '\n' && b != '\t') {
        b = input.read();
      }
      return b == '\t' ? '\t' : ',';
    }
  }

  private CsvParser parser(long offset) throws IOException {
    FileChannel channel = FileChannel.open(file);
    channel.position(offset);
    return new CsvParser(
        new BufferedInputStream(Channels.newInputStream(channel), BUFFER_BYTES), offset, separator);
  }

  private final class BlockRows implements Rows {
    private final CsvParser parser;
    private final long end;
    private long next;

    private BlockRows(long offset, long firstRow) throws IOException {
      this.parser = parser(offset);
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
        throw new FalconException(file + ": cannot be read: " + e.getMessage(), e);
      }
      if (cells.isEmpty()) {
        return Optional.empty();
      }
      next++;
      return Optional.of(row(cells.get()));
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
        if (text.length > 0) {
          row.put(header.get(i), Utf8.decode(text, "column '" + header.get(i) + "'"));
        }
      }
      return row;
    }

    @Override
    public long number() {
      return next - 1;
    }

    @Override
    public void close() {
      FileReads.close(file, parser);
    }
  }
}
