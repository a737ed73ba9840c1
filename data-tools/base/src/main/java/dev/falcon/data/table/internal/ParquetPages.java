// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.table.internal;

import dev.falcon.data.FalconException;
import dev.falcon.data.file.FileReads;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.Set;
import org.apache.parquet.format.PageHeader;
import org.apache.parquet.format.Util;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/**
 * Checks the headers of a row group's pages before the library allocates the sizes that they claim,
 * which in a damaged file of a few hundred bytes may be 2 GiB.
 */
public final class ParquetPages {
  /**
   * The number of bytes by which a column may exceed its stated length, since old writers leave a
   * dictionary's header out of it.
   */
  private static final long LEFT_OUT = 100;

  private static final long FREE_BYTES = 32L << 20;
  private static final long BYTES_PER_BYTE = 256;
  private static final int WINDOW = 4096;

  /**
   * The number of rows that any file may claim. Equal values take almost no space, but in a larger
   * file some column distinguishes the rows.
   */
  private static final long FREE_ROWS = 1 << 14;

  private static final long ROWS_PER_BYTE = 8;

  /** Codecs for which the library needs further libraries that Falcon does not include. */
  private static final Set<CompressionCodecName> UNKNOWN =
      EnumSet.of(CompressionCodecName.LZO, CompressionCodecName.BROTLI);

  private final Path file;
  private final List<BlockMetaData> groups;
  private int next;

  /**
   * Creates the checks for an open file.
   *
   * @throws FalconException if the file claims more rows than it can hold, or a column is
   *     compressed by a codec for which there is no library
   */
  public ParquetPages(Path file, ParquetFileReader reader) {
    this.file = file;
    this.groups = reader.getRowGroups();
    for (BlockMetaData group : groups) {
      for (ColumnChunkMetaData column : group.getColumns()) {
        if (UNKNOWN.contains(column.getCodec())) {
          FileReads.close(file, reader);
          throw new FalconException(
              String.format(
                  Locale.ROOT,
                  "%s: column '%s' is packed with %s, which cannot be read here; pack it with"
                      + " Zstandard, Snappy, GZIP or LZ4",
                  file,
                  column.getPath().toDotString(),
                  column.getCodec()));
        }
      }
    }
  }

  /**
   * Checks the number of rows of all row groups, for which readers allocate memory.
   *
   * @throws FalconException if the file claims more rows than it can hold
   */
  void requireRows() throws IOException {
    try (FileChannel channel = FileChannel.open(file)) {
      long rows = 0;
      for (BlockMetaData group : groups) {
        requireRows(channel, group.getRowCount());
        rows += group.getRowCount();
      }
      requireRows(channel, rows);
    }
  }

  private void requireRows(FileChannel channel, long rows) throws IOException {
    if (rows < 0 || rows > FREE_ROWS + ROWS_PER_BYTE * channel.size()) {
      throw damaged("it claims " + rows + " rows in " + channel.size() + " bytes");
    }
  }

  /**
   * Checks the row group that is read next, in the order of the file.
   *
   * @param fields the selected fields
   * @throws FalconException if a page cannot be as large as its header claims
   */
  public void requireNext(Set<String> fields) throws IOException {
    if (next >= groups.size()) {
      return;
    }
    try (FileChannel channel = FileChannel.open(file)) {
      requireRows(channel, groups.get(next).getRowCount());
      for (ColumnChunkMetaData column : groups.get(next).getColumns()) {
        if (fields.contains(column.getPath().toArray()[0])) {
          require(channel, column);
        }
      }
    }
    next++;
  }

  /** Returns the number of rows of the row group that is read next; empty after the last. */
  OptionalLong nextRows() {
    return next < groups.size()
        ? OptionalLong.of(groups.get(next).getRowCount())
        : OptionalLong.empty();
  }

  /** Skips the row group that would be read next. */
  void skipNext() {
    next++;
  }

  private void require(FileChannel channel, ColumnChunkMetaData column) throws IOException {
    long position = column.getStartingPos();
    long end = position + column.getTotalSize();
    if (position < 0 || end < position || end > channel.size()) {
      throw damaged(column, "its bytes are not within the file");
    }
    long values = 0;
    while (position < end && values < column.getValueCount()) {
      channel.position(position);
      Counted input = new Counted(Channels.newInputStream(channel));
      PageHeader page = Util.readPageHeader(input);
      position += input.taken;
      long size = page.getCompressed_page_size();
      long unpacked = page.getUncompressed_page_size();
      if (size < 0 || size > end - position + LEFT_OUT) {
        throw damaged(column, "a page of it claims " + size + " bytes");
      }
      if (unpacked < 0 || unpacked > FREE_BYTES + BYTES_PER_BYTE * size) {
        throw damaged(column, "a page of it of " + size + " bytes claims to unpack to " + unpacked);
      }
      position += size;
      values += values(page);
    }
  }

  private static long values(PageHeader page) {
    if (page.isSetData_page_header()) {
      return Math.max(0, page.getData_page_header().getNum_values());
    }
    return page.isSetData_page_header_v2()
        ? Math.max(0, page.getData_page_header_v2().getNum_values())
        : 0;
  }

  private FalconException damaged(ColumnChunkMetaData column, String how) {
    return damaged("column '" + column.getPath().toDotString() + "': " + how);
  }

  private FalconException damaged(String how) {
    return new FalconException(file + ": truncated or damaged Parquet file: " + how);
  }

  /** Counts the bytes read from a window over the file. */
  private static final class Counted extends InputStream {
    private final InputStream window;
    private long taken;

    private Counted(InputStream file) {
      this.window = new BufferedInputStream(file, WINDOW);
    }

    @Override
    public int read() throws IOException {
      int read = window.read();
      taken += read < 0 ? 0 : 1;
      return read;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      int read = window.read(bytes, offset, length);
      taken += Math.max(0, read);
      return read;
    }
  }
}
