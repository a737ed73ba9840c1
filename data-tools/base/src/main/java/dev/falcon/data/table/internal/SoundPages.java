// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.table.internal;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Optional;
import java.util.PrimitiveIterator;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.bytes.BytesUtils;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.Encoding;
import org.apache.parquet.column.page.DataPage;
import org.apache.parquet.column.page.DataPageV1;
import org.apache.parquet.column.page.DataPageV2;
import org.apache.parquet.column.page.DictionaryPage;
import org.apache.parquet.column.page.PageReadStore;
import org.apache.parquet.column.page.PageReader;

/**
 * A row group whose pages are checked when they are unpacked. The library allocates memory for as
 * many values as a run within a page claims, before it looks for the values.
 */
public record SoundPages(PageReadStore group) implements PageReadStore {
  @Override
  public PageReader getPageReader(ColumnDescriptor column) {
    return new Checked(column, group.getPageReader(column));
  }

  @Override
  public long getRowCount() {
    return group.getRowCount();
  }

  @Override
  public Optional<Long> getRowIndexOffset() {
    return group.getRowIndexOffset();
  }

  @Override
  public Optional<PrimitiveIterator.OfLong> getRowIndexes() {
    return group.getRowIndexes();
  }

  @Override
  public void close() {
    group.close();
  }

  private record Checked(ColumnDescriptor column, PageReader pages) implements PageReader {
    @Override
    public DictionaryPage readDictionaryPage() {
      return pages.readDictionaryPage();
    }

    @Override
    public long getTotalValueCount() {
      return pages.getTotalValueCount();
    }

    @Override
    public DataPage readPage() {
      DataPage page = pages.readPage();
      try {
        if (page instanceof DataPageV1 first) {
          return checked(first);
        }
        return page instanceof DataPageV2 second ? checked(second) : page;
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    private DataPage checked(DataPageV1 page) throws IOException {
      ByteBuffer bytes = buffer(page.getBytes());
      ByteBuffer values = bytes.duplicate().order(ByteOrder.LITTLE_ENDIAN);
      int count = page.getValueCount();
      skipLevels(values, page.getRlEncoding(), column.getMaxRepetitionLevel(), count);
      skipLevels(values, page.getDlEncoding(), column.getMaxDefinitionLevel(), count);
      PageRuns.require(page.getValueEncoding(), values, count);
      return new DataPageV1(
          BytesInput.from(bytes),
          count,
          page.getUncompressedSize(),
          page.getStatistics(),
          levels(page.getRlEncoding(), column.getMaxRepetitionLevel()),
          levels(page.getDlEncoding(), column.getMaxDefinitionLevel()),
          page.getValueEncoding());
    }

    /**
     * Returns the encoding of levels; where there are none, writers name any, and nothing is it.
     */
    private static Encoding levels(Encoding named, int most) {
      return most == 0 ? Encoding.RLE : named;
    }

    /**
     * Skips the levels, which precede the values; they are preceded by their length if they are
     * stored in runs.
     */
    private static void skipLevels(ByteBuffer page, Encoding encoding, int most, int count) {
      if (most == 0) {
        return;
      }
      int width = BytesUtils.getWidthFromMaxInt(most);
      boolean runs = encoding == Encoding.RLE;
      if (runs && page.remaining() < Integer.BYTES) {
        throw PageRuns.damaged("its levels are cut");
      }
      long length = runs ? page.getInt() : ((long) width * count + 7) / 8;
      if (length < 0 || length > page.remaining()) {
        throw PageRuns.damaged("its levels claim " + length + " bytes");
      }
      ByteBuffer levels = page.slice(page.position(), (int) length);
      page.position(page.position() + (int) length);
      if (runs) {
        PageRuns.requireRuns(levels, width);
      }
    }

    private DataPage checked(DataPageV2 page) throws IOException {
      ByteBuffer repetition = buffer(page.getRepetitionLevels());
      ByteBuffer definition = buffer(page.getDefinitionLevels());
      ByteBuffer values = buffer(page.getData());
      requireLevels(repetition, column.getMaxRepetitionLevel());
      requireLevels(definition, column.getMaxDefinitionLevel());
      PageRuns.require(
          page.getDataEncoding(),
          values.duplicate().order(ByteOrder.LITTLE_ENDIAN),
          page.getValueCount());
      return DataPageV2.uncompressed(
          page.getRowCount(),
          page.getNullCount(),
          page.getValueCount(),
          BytesInput.from(repetition),
          BytesInput.from(definition),
          page.getDataEncoding(),
          BytesInput.from(values),
          page.getStatistics());
    }

    private static ByteBuffer buffer(BytesInput bytes) throws IOException {
      return bytes.toInputStream().slice(Math.toIntExact(bytes.size()));
    }

    private static void requireLevels(ByteBuffer levels, int most) {
      if (most > 0) {
        PageRuns.requireRuns(levels.duplicate(), BytesUtils.getWidthFromMaxInt(most));
      }
    }
  }
}
